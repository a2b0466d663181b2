import PenumbraElementary
import PenumbraSystem

/// Counts of a service, as Prometheus reads them.
final class Metrics: Sendable {
    enum Counter: String, CaseIterable, Sendable {
        case hits, misses, joined, stored, pictures, devicePictures, reloads

        var words: (name: String, help: String) {
            switch self {
            case .hits: ("penumbra_cache_hits_total", "Requests answered from memory.")
            case .misses: ("penumbra_cache_misses_total", "Requests whose picture wasn't in memory.")
            case .joined: ("penumbra_joined_requests_total", "Requests that shared the drawing of an equal request.")
            case .stored: ("penumbra_disk_hits_total", "Pictures read from the folder of kept files.")
            case .pictures: ("penumbra_pictures_total", "Pictures drawn.")
            case .devicePictures: ("penumbra_gpu_pictures_total", "Pictures that went to a GPU.")
            case .reloads: ("penumbra_template_reloads_total", "Changes of the template folder.")
            }
        }
    }

    private struct State {
        var counts = [Int](repeating: 0, count: Counter.allCases.count)
        var codes: [Int: Int] = [:]
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var requests = 0
        var seconds = 0.0
        var bytes = 0
    }

    /// The upper ends of the histogram's buckets, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(State())

    func count(_ counter: Counter) {
        let index = Counter.allCases.firstIndex(of: counter) ?? 0
        state.withLock { $0.counts[index] += 1 }
    }

    func add(_ report: RequestReport) {
        state.withLock { state in
            state.codes[report.status, default: 0] += 1
            state.requests += 1
            state.seconds += report.seconds
            state.bytes += report.bytes
            for (index, bound) in Self.bounds.enumerated() where report.seconds <= bound { state.buckets[index] += 1 }
        }
    }

    /// - Parameter gauges: values of the moment: name, help and value.
    func page(_ gauges: [(name: String, help: String, value: Int)]) -> String {
        let state = state.withLock { $0 }
        var text = ""
        func head(_ name: String, _ help: String, _ type: String) { text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n" }
        head("penumbra_http_requests_total", "Requests by status.", "counter")
        for (code, count) in state.codes.sorted(by: { $0.key < $1.key }) {
            text += "penumbra_http_requests_total{code=\"\(code)\"} \(count)\n"
        }
        head("penumbra_http_request_seconds", "Time from a request's head to the end of its answer.", "histogram")
        for (bound, count) in zip(Self.bounds, state.buckets) {
            text += "penumbra_http_request_seconds_bucket{le=\"\(DecimalNumber.text(bound))\"} \(count)\n"
        }
        text += "penumbra_http_request_seconds_bucket{le=\"+Inf\"} \(state.requests)\n"
        text += "penumbra_http_request_seconds_sum \(DecimalNumber.text(state.seconds))\n"
        text += "penumbra_http_request_seconds_count \(state.requests)\n"
        head("penumbra_http_response_bytes_total", "Bytes of answers, without their heads.", "counter")
        text += "penumbra_http_response_bytes_total \(state.bytes)\n"
        for counter in Counter.allCases {
            head(counter.words.name, counter.words.help, "counter")
            text += "\(counter.words.name) \(state.counts[Counter.allCases.firstIndex(of: counter) ?? 0])\n"
        }
        for gauge in gauges {
            head(gauge.name, gauge.help, "gauge")
            text += "\(gauge.name) \(gauge.value)\n"
        }
        return text
    }
}
