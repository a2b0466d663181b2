/// Returns the result of a call. If the call throws, throws the error that `wrap` makes of the call's error.
///
/// Use it for a call whose error is one case of the caller's own error: `try rethrowing(OutputFolder(path), as:
/// BatchError.outputRoot)`.
package func rethrowing<Value, Failure: Error, Other: Error>(
    _ call: @autoclosure () throws(Failure) -> Value, as wrap: (Failure) -> Other
) throws(Other) -> Value {
    do throws(Failure) {
        return try call()
    } catch {
        throw wrap(error)
    }
}
