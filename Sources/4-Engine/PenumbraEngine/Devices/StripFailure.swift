/// The reason why a picture drawn in strips is incomplete.
public enum StripFailure<Failure: Error>: Error {
    case drawing(RenderError)
    /// The closure that takes the rows threw an error.
    case taking(Failure)
}
