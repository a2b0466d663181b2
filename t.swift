import m
@main struct T { static func main() { print(f(Int32.max, Int32(CommandLine.argc))) } }
