#if PENUMBRA_SERVICE
    import Glibc
    import PenumbraSystem

    /// The signals of a service: SIGTERM and SIGINT end it, SIGHUP reloads its templates. Must be created before any other thread,
    /// because threads inherit the blocked signals.
    struct ServiceSignals {
        private var awaited = sigset_t()

        init() {
            sigemptyset(&awaited)
            for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&awaited, signal) }
            pthread_sigmask(SIG_BLOCK, &awaited, nil)
        }

        /// Waits for a signal that ends the service.
        ///
        /// - Parameter reload: called for each SIGHUP.
        func waitForEnd(reload: () -> Void) {
            var awaited = awaited
            while true {
                var signal: Int32 = 0
                guard sigwait(&awaited, &signal) == 0 else { continue }
                if signal != SIGHUP { break }
                reload()
            }
            // A second signal ends the process at once.
            pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
        }
    }
#endif
