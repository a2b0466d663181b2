import PenumbraBench
import PenumbraCPU
import PenumbraEffects
import PenumbraPlan
import Glibc
if CommandLine.arguments.count < 2 { print(BenchmarkReport.table(try KernelBenchmark().run())); exit(0) }
let sigma = Double(CommandLine.arguments[1])!
let n = 2048*2048
let a = UnsafeMutablePointer<UInt16>.allocate(capacity: n), b = UnsafeMutablePointer<UInt16>.allocate(capacity: n)
for i in 0..<n { a[i] = UInt16(truncatingIfNeeded: (i &* 7919) % 32769); b[i] = 0 }
let blur = try MaskBlurPlan(width: 2048, height: 2048, sigma: sigma)
let one = CPURenderer(threads: 1)
for _ in 0..<200 { one.execute(blur.plan, input: blur.input, values: a, output: blur.output, result: b) }
