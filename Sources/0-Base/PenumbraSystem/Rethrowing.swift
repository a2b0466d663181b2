/// Gives what a call gives, and where it throws, throws what `wrap` makes of the error.
///
/// For a call whose error is one case of the caller's own: `try rethrowing(OutputFolder(path), as: BatchError.outputRoot)`.
package func rethrowing<Value, Failure: Error, Other: Error>(
    _ call: @autoclosure () throws(Failure) -> Value, as wrap: (Failure) -> Other
) throws(Other) -> Value {
    do throws(Failure) {
        return try call()
    } catch {
        throw wrap(error)
    }
}
