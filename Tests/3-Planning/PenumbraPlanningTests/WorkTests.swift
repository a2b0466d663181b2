import PenumbraBitmap
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests the cost of pictures, which is computed from their scenes before anything is drawn.
@Suite(.timed) struct WorkTests {
    private static func scene(_ layers: String, width: Int = 1000, height: Int = 1000) throws -> Scene {
        try Scene(json: Array(##"{"canvas":{"width":\##(width),"height":\##(height)},"layers":[\##(layers)]}"##.utf8))
    }

    private static let picture = Bitmap(width: 300, height: 300) { bytes in
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    }

    private static func plan(_ scene: Scene, work: Int = .max) throws -> RenderPlan {
        try ScenePlanner.plan(scene, images: [.file("a.png"): picture], work: work)
    }

    private static let image = #""type":"image","contents":"a.png""#
    /// 99 points, connected by lines that cross each other.
    private static let star = (0..<99).map { "\($0 == 0 ? "M" : "L")\($0 * 389 % 997) \($0 * 577 % 991)" }.joined() + "Z"

    /// Each layer is expensive in a different way.
    static let layers = [
        ##"{"blur":20,"backgroundColor":"#f008"}"##,
        ##"{"type":"gradient","gradientType":"conic","colors":["red","#00f8"]}"##,
        "{\(image),\"transform\":\"rotate(30deg)\"}",
        ##"{"backgroundColor":"#f008","blendMode":"soft-light"}"##,
        "{\(image),\"interpolation\":\"lanczos\"}",
        ##"{"backgroundColor":"#f008","filter":"hue-rotate(9deg) saturate(0.5) contrast(2)"}"##,
        "{\(image),\"frame\":[50,50,300,300],\"shadows\":[{\"radius\":0,\"spread\":200}]}",
        ##"{"type":"shape","fillColor":"#f008","path":"\##(star)"}"##,
        ##"{"backgroundColor":"#f008","shadows":[{"radius":90,"noise":1}]}"##,
        ##"{"backgroundColor":"#f008","cornerRadius":9}"##,
    ]

    private static func isTooMuch(_ scene: Scene, _ work: Int) throws -> Bool {
        do {
            _ = try plan(scene, work: work)
            return false
        } catch let PlanningError.tooMuchWork(layer, found, allowed) {
            #expect(found > allowed && allowed == work && layer != "")
            return true
        }
    }

    /// A table of powers takes some 20 ms. Steps with the same function share it.
    @Test func channelTablesCountOnce() throws {
        func filtered(_ exponent: (Int) -> Int) throws -> Scene {
            let steps = (0..<8).map {
                ##"{"type":"componentTransfer","red":{"type":"gamma","exponent":\##(exponent($0))}}"##
            }
            let filter = ##"[{"region":[0,0,9,9],"steps":[\##(steps.joined(separator: ","))]}]"##
            return try Self.scene(##"{"backgroundColor":"#f008","filter":\##(filter)}"##, width: 9, height: 9)
        }
        #expect(try Self.isTooMuch(filtered { $0 + 2 }, 150_000_000))
        #expect(try !Self.isTooMuch(filtered { _ in 2 }, 60_000_000))
    }

    /// The minimum time of a scene in nanoseconds.
    ///
    /// - Parameter error: the relative error. Each halving of the error is one more planning.
    private static func work(_ scene: Scene, error: Double = 0) throws -> Int {
        var (low, high) = (0, 1 << 40)
        #expect(try !isTooMuch(scene, high))
        while high - low > max(1, Int(Double(low) * error)) {
            let middle = (low + high) / 2
            if try isTooMuch(scene, middle) { low = middle } else { high = middle }
        }
        return high
    }

    /// The first layer may need no surface of its own.
    @Test(arguments: layers) func workGrowsLinearlyWithTheLayers(layer: String) throws {
        func work(_ count: Int) throws -> Double {
            Double(try Self.work(try Self.scene(Array(repeating: layer, count: count).joined(separator: ",")), error: 1e-3))
        }
        let (one, some, many) = (try work(1), try work(11), try work(21))
        #expect((1.9...2.1).contains((many - one) / (some - one)), "\(one) \(some) \(many)")
    }

    /// The work covers the plan's passes, and equals their work if nothing else takes time.
    @Test(arguments: layers) func workIncludesThePassesOfThePlan(layer: String) throws {
        let scene = try Self.scene(layer)
        let (work, drawing) = (try Self.work(scene), try Self.plan(scene).work)
        #expect(work >= drawing)
        if !layer.contains("spread"), !layer.contains("rotate"), !layer.contains("path"), !layer.contains("cornerRadius") {
            #expect(work == drawing)
        }
    }

    /// The work depends on the pixels, not on the machine.
    @Test(arguments: layers.dropLast(4) + layers.suffix(2)) func workGrowsLinearlyWithThePixels(layer: String) throws {
        let small = Double(try Self.work(try Self.scene(layer), error: 1e-3))
        let large = Double(try Self.work(try Self.scene(layer, width: 2000, height: 2000), error: 1e-3))
        #expect((2.8...4.2).contains(large / small), "\(small) \(large)")
    }

    /// A scene that could never be planned in time is rejected during planning.
    @Test func planningStopsAtTheWorkLimit() throws {
        let filters = Array(repeating: "blur(1px)", count: 100).joined(separator: " ")
        let layer = ##"{"backgroundColor":"#f008","filter":"\##(filters)"}"##
        let scene = try Self.scene(Array(repeating: layer, count: 500).joined(separator: ","))
        let error = #expect(throws: PlanningError.self) { try Self.plan(scene, work: 8_000_000_000) }
        guard case .tooMuchWork(let place, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(place.contains("layers[") && !place.contains("layers[499]"), "\(place)")
        #expect(error?.description.contains("s of one core; 8 s are allowed") == true)
    }

    /// Layers that are being planned and the steps that they have become so far exist at the same time.
    @Test func layersAndStepsShareTheMemory() throws {
        let leaf = ##"{"backgroundColor":"#f008","cornerRadius":9,"shadows":[{"radius":2}]}"##
        let group = #"{"opacity":0.5,"sublayers":[\#(Array(repeating: leaf, count: 200).joined(separator: ","))]}"#
        let scene = try Self.scene(group)
        func fits(_ memory: Int) throws -> Bool {
            do {
                _ = try ScenePlanner.plan(scene, memory: memory)
                return true
            } catch let PlanningError.planTooLarge(_, bytes, allowed) {
                #expect(bytes > allowed && allowed == memory)
                return false
            }
        }
        var (low, high) = (0, 1 << 30)
        while high - low > 1000 {
            let middle = (low + high) / 2
            if try fits(middle) { high = middle } else { low = middle }
        }
        let plan = try ScenePlanner.plan(scene)
        // 3,000 bytes were measured for a layer.
        #expect(high > plan.bytesOfSteps + plan.bytesOfTables + 200 * 3000, "\(high)")
    }

    /// Each of these plans holds large tables.
    @Test(arguments: [
        "{\(image),\"interpolation\":\"lanczos\"}", "{\(image),\"frame\":[0,0,777,555]}",
        "{\(image),\"transform\":\"rotate(30deg)\"}",
        ##"{"type":"gradient","colors":["red","blue","red"],"falloff":"gaussian"}"##,
        ##"{"backgroundColor":"#f008","shadows":[{"radius":90,"noise":1}]}"##,
    ]) func tablesCountAsPlanMemory(layer: String) throws {
        let plan = try Self.plan(try Self.scene(layer))
        // A number of four bytes for each column and row.
        #expect(plan.bytesOfTables >= 4 * (plan.width + plan.height) / 2, "\(plan.bytesOfTables)")
    }

    /// A disc has an offset for each row and for each place near its edge.
    @Test func discsCountAsPlanMemory() throws {
        func bytes(_ spread: Int) throws -> Int {
            let shadow = #"{"radius":0,"spread":\#(spread)}"#
            return try Self.plan(try Self.scene("{\(Self.image),\"frame\":[50,50,300,300],\"shadows\":[\(shadow)]}"))
                .bytesOfTables
        }
        let (small, large) = (try bytes(2), try bytes(200))
        #expect(large - small > 400 * MemoryLayout<SpreadDisc.Row>.stride, "\(small) \(large)")
    }

    /// Two dots far above each other, which are one mask.
    private static func dots(_ count: Int) throws -> Scene {
        let path = "M0 0h.5v.5h-.5zM0 15999h.5v.5h-.5z"
        return try scene(
            (0..<count).map { #"{"type":"shape","fillColor":"red","path":"\#(path)","frame":[\#($0).1,0,9,9]}"# }
                .joined(separator: ","), width: 1200, height: 16_000)
    }

    /// A mask has a number for each row, however few of its rows an outline crosses.
    @Test func rowsOfMasksCountAsPlanMemory() throws {
        let bytes = 4 * 16_000
        let (one, many) = (try Self.plan(try Self.dots(1)), try Self.plan(try Self.dots(50)))
        #expect((bytes...2 * bytes).contains(one.bytesOfTables), "\(one.bytesOfTables)")
        #expect(many.bytesOfTables >= 50 * bytes, "\(many.bytesOfTables)")
        _ = try ScenePlanner.plan(try Self.dots(50), memory: 60 * bytes)
        let failure = #expect(throws: PlanningError.self) { try ScenePlanner.plan(try Self.dots(50), memory: 40 * bytes) }
        guard case .planTooLarge(_, _, 40 * bytes)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        // Equal layers share their coverage.
        var twice = one
        twice.passes += one.passes
        #expect(twice.bytesOfTables == one.bytesOfTables)
    }

    /// Each row of a mask takes time in each band, however narrow the mask is. 40 nanoseconds were measured for making and
    /// painting a row.
    @Test func rowsCountAsWork() throws {
        let (one, many) = (try Self.plan(try Self.dots(1)).work, try Self.plan(try Self.dots(51)).work)
        #expect((many - one) / 50 > 16_000 * 40, "\((many - one) / 50)")
    }

    /// A position among many intervals is found by halving, so a gradient of 500 times as many takes a few times as long.
    @Test func gradientsOfManyColoursAreChargedByTheirSearch() throws {
        func work(_ colors: Int) throws -> Int {
            let names = (0..<colors).map { "\"\(["#f00", "#0f0", "#00f"][$0 % 3])\"" }.joined(separator: ",")
            let layer = #"{"type":"gradient","colors":[\#(names)],"startPoint":[0,0],"endPoint":[1,1]}"#
            return try Self.plan(try Self.scene(layer)).work
        }
        let (two, many) = (try work(2), try work(1000))
        #expect(many > 2 * two && many < 12 * two, "\(two) \(many)")
    }

    /// The memory for the plan bounds outlines too.
    @Test func outlinesCountAsPlanMemory() throws {
        let scene = try Self.scene(##"{"type":"shape","fillColor":"red","path":"\##(Self.star)"}"##)
        #expect(throws: PlanningError.self) { try ScenePlanner.plan(scene, memory: 100_000) }
        _ = try ScenePlanner.plan(scene, memory: 10_000_000)
    }

    /// Slanted stripes have a rectangle of whole pixels in each row.
    @Test func wholePixelsCountAsPlanMemory() throws {
        let stripes = (0..<200).map { "M\(4 * $0) 0h2l900 900h-2z" }.joined()
        let keys = ##""type":"shape","fillColor":"red","path":"\##(stripes)""##
        let scene = try Self.scene(##"{\##(keys),"antialias":false}"##)
        let failure = #expect(throws: PlanningError.self) { try ScenePlanner.plan(scene, memory: 50_000_000) }
        guard case .planTooLarge("layers[0]", _, 50_000_000)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        _ = try ScenePlanner.plan(try Self.scene(##"{\##(keys)}"##), memory: 50_000_000)
    }

    /// The weights of a blur along one axis are part of the plan, too. The blur reads 4σ to both sides as far as the layer
    /// reaches, so each of the 1,000 columns has 400 to 803 weights of four bytes.
    @Test func blurWeightsCountAsPlanMemory() throws {
        let filter = #"{"region":[0,0,1000,1000],"steps":[{"type":"blur","radius":[100,0]}]}"#
        let scene = try Self.scene(##"{"backgroundColor":"#f008","filter":[\##(filter)]}"##)
        let failure = #expect(throws: PlanningError.self) { try ScenePlanner.plan(scene, memory: 1_600_000) }
        guard case .planTooLarge(let layer, _, 1_600_000)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(layer.contains("layers[0]"))
        _ = try ScenePlanner.plan(scene, memory: 3_300_000)
    }

    /// Copies of layers take memory before anything is painted, also copies of copies and copies that nothing shows.
    @Test func copiesCountAsPlanMemory() throws {
        func plan(_ keys: String) throws -> RenderPlan {
            let copies = ##""replicate":{"count":200,"transform":"translate(0.01px, 0)"}"##
            let inner = ##"{"backgroundColor":"#f00",\##(copies),\##(keys)}"##
            return try ScenePlanner.plan(try Self.scene(##"{\##(copies),"sublayers":[\##(inner)]}"##), memory: 100_000_000)
        }
        for keys in [##""frame":[2000,0,9,9]"##, ##""frame":[0,0,9,9]"##] {
            let failure = #expect(throws: PlanningError.self) { try plan(keys) }
            guard case .planTooLarge("layers[0].sublayers[0]", let bytes, 100_000_000)? = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
            // Nothing is prepared after the limit.
            #expect(bytes < 101_000_000)
        }
        _ = try plan(##""frame":[0,0,9,9],"hidden":true"##)
    }

    /// A canvas that fits its content holds the outlines of one layer at a time, as one of a given size does.
    @Test func fittedCanvasHoldsTheOutlinesOfOneLayerAtATime() throws {
        let zigzag = (0..<2000).map { "\($0 == 0 ? "M" : "L")\($0 % 9) \($0 / 9 % 9)" }.joined()
        let layer = ##"{"type":"shape","fillColor":"red","path":"\##(zigzag)"}"##
        let layers = Array(repeating: layer, count: 100).joined(separator: ",")
        let scene = try Self.scene(layers, width: 10, height: 10)
        var fitting = scene
        fitting.canvas.fitsContent = true
        let memory = 4_000_000
        _ = try ScenePlanner.plan(scene, memory: memory)
        _ = try ScenePlanner.plan(fitting, memory: memory)
    }

    /// Copies of a layer hold outlines of their own, also where no picture shows them.
    @Test func outlinesOfCopiesCountAsPlanMemory() throws {
        func plan(copies: Int) throws -> RenderPlan {
            let copies = ##""replicate":{"count":\##(copies),"transform":"translate(90px, 0)"}"##
            let scene = try Self.scene(##"{"type":"shape","fillColor":"red","path":"\##(Self.star)",\##(copies)}"##)
            return try ScenePlanner.plan(scene, memory: 50_000_000)
        }
        _ = try plan(copies: 10)
        let failure = #expect(throws: PlanningError.self) { try plan(copies: 20_000) }
        guard case .planTooLarge("layers[0]", _, 50_000_000)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// A spread alpha is computed only where it's visible, and it equals that of a larger picture.
    @Test(arguments: [40, -9, 120]) func spreadIsComputedOnlyWhereVisible(spread: Int) throws {
        let shadow = ##"{"radius":2,"spread":\##(spread),"offset":[3,1]}"##
        func scene(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ key: String) throws -> Scene {
            let frame = "[\(x + 30),\(y + 20),90,80]"
            return try Self.scene("{\(Self.image),\"frame\":\(frame),\"\(key)\":[\(shadow)]}", width: width, height: height)
        }
        for key in ["shadows", "innerShadows"] {
            let small = try scene(0, 0, 64, 48, key)
            let part = try drawn(small, images: [.file("a.png"): Self.picture])
            let whole = try drawn(try scene(200, 200, 464, 448, key), images: [.file("a.png"): Self.picture])
            let different = (0..<48 * 64).count { part[$0 % 64, $0 / 64] != whole[$0 % 64 + 200, $0 / 64 + 200] }
            #expect(different == 0, "\(key)")
            for surface in try Self.plan(small).surfaces where surface.label.hasPrefix("spread") {
                #expect(surface.width <= 64 + 40 && surface.height <= 48 + 40, "\(surface)")
            }
        }
    }
}
