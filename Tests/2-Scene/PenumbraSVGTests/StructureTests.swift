import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct StructureTests {
    @Test func groupsBecomeLayersOnlyIfNeeded() throws {
        let plain = try document("<g><g transform='translate(1 2)'><rect width='9' height='9'/></g></g><g/>")
        #expect(plain.layers.count == 1 && plain.layers[0].sublayers.isEmpty)
        #expect(plain.layers[0].transform == .translation(1, 2))
        let faded = try document("<rect width='9' height='9' opacity='.5'/>")
        #expect(faded.layers.count == 1 && faded.layers[0].opacity == 0.5 && faded.layers[0].sublayers.isEmpty)
        let group = try document("<g opacity='.5'><rect width='9' height='9'/><rect width='4' height='4'/></g>")
        #expect(group.layers.count == 1 && group.layers[0].sublayers.count == 2)
    }

    @Test func useElementsPlaceSymbols() throws {
        let elements = """
            <symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>
            <use href="#s" x="20" y="30" width="40" height="20"/>
            """
        let found = try #require(try shapes(in: elements).first)
        // Uniformly scaled by 2, in the middle of the width.
        #expect(Point(0, 0).applying(found.map) == Point(30, 30) && Point(10, 10).applying(found.map) == Point(50, 50))
        #expect(try document(elements).layers[0].masksToBounds)
    }

    @Test func clipPathsAndMasksBecomeMasks() throws {
        let clip = try document(
            "<clipPath id='c'><circle r='5' clip-rule='evenodd'/></clipPath><rect width='9' height='9' clip-path='url(#c)'/>")
        guard case .shape(let shape)? = clip.layers[0].mask?.kind else {
            Issue.record("no shape masks")
            return
        }
        #expect(shape.fillRule == .evenOdd && clip.layers[0].mask?.maskType == .alpha)
        let mask = try document("<mask id='m'><circle r='5'/></mask><rect width='10' height='20' mask='url(#m)'/>")
        #expect(mask.layers[0].mask?.maskType == .luminance)
        #expect(mask.layers[0].mask?.frame == Rect(x: -1, y: -2, width: 12, height: 24))
        for text in ["<clipPath id='c'/>", "<clipPath id='c'><g><rect width='9' height='9'/></g></clipPath>"] {
            #expect(try document(text + "<rect width='9' height='9' clip-path='url(#c)'/>").layers.isEmpty)
        }
        #expect(try document("<rect width='9' height='9' clip-path='url(#c)' mask='url(#d)'/>").layers.count == 1)
    }

    @Test func switchChoosesTheFirstMatchingChild() throws {
        let found = try shapes(
            in: """
                <switch><rect width="1" height="1" systemLanguage="xx"/><rect width="2" height="2" systemLanguage="fr, en-US"/>
                <rect width="3" height="3"/></switch><rect width="4" height="4" requiredExtensions="a"/>
                """)
        #expect(found.map(\.shape.path.bounds.width) == [2])
    }

    @Test func hiddenGroupsKeepTheirVisibleChildren() throws {
        let found = try shapes(
            in: "<g visibility='hidden'><rect width='1' height='1'/><rect width='2' height='2' visibility='visible'/></g>"
                + "<g display='none'><rect width='3' height='3' display='inline'/></g>")
        #expect(found.map(\.shape.path.bounds.width) == [2])
    }

    @Test func textElementsBecomeTextLayers() throws {
        let layers = try document(
            "<text x='50' y='20' text-anchor='middle' font-family='Foo Bar, serif' font-weight='bold' font-size='20'> a\n b </text>"
        ).layers
        guard case .text(let text)? = layers.first?.kind else {
            Issue.record("no text")
            return
        }
        #expect(text.string == "a b" && text.font == "Foo Bar,serif:bold" && text.fontSize == 20 && text.alignment == .center)
        #expect(layers[0].transform == .translation(50, 20))
    }

    @Test func referredTextIsFlattened() throws {
        let referring = try document(
            """
            <defs><text id='s'>A <tspan font-size='90'>b</tspan> c</text></defs>
            <text y='20'><tref href='#s' fill='red'>ignored</tref><tref href='#none'/><tref href='other.svg#s'/></text>
            """)
        let written = try document("<text y='20'><tspan fill='red'>A b c</tspan></text>")
        #expect(referring.scene(width: 90) == written.scene(width: 90))
    }

    /// A pattern without tiles or content counts as no paint, so the fallback is used.
    @Test(arguments: ["width='0' height='5'", "height='5'", "", "width='5' height='5' patternTransform='scale(0)'"])
    func patternsWithoutTilesFallBack(attributes: String) throws {
        let pattern = "<pattern id='p' \(attributes)><path d='M0 0h1v1'/></pattern><pattern id='e' width='1' height='1'/>"
        for name in ["p", "e"] {
            let filled = try document("\(pattern)<rect width='9' height='9' fill='url(#\(name)) lime'/>")
            #expect(try filled.layers == document("<rect width='9' height='9' fill='lime'/>").layers)
            #expect(try document("\(pattern)<rect width='9' height='9' fill='url(#\(name))'/>").layers.isEmpty)
        }
    }

    /// Tiles finer than pixels are drawn larger, with a warning, instead of refusing the document.
    @Test func finePatternsHaveLargerTiles() throws {
        func pattern(_ side: Double, _ content: String, _ attributes: String = "") throws -> SVGDocument {
            let tile = "<pattern id='p' width='\(side)' height='\(side)' patternUnits='userSpaceOnUse' \(attributes)>"
            return try document(tile + "\(content)</pattern><rect width='90' height='90' fill='url(#p)'/>")
        }
        let fine = try pattern(0.25, "<path d='M0 0h.1v.1z'/>")
        #expect(
            fine.warnings.map(\.message.description) == [
                "the detail of a pattern with tiles finer than pixels, which are drawn 4 times as wide and high"
            ])
        #expect(try fine.layers == pattern(0.25, "<path d='M0 0h.1v.1z'/>", "patternTransform='scale(4)'").layers)
        #expect(throws: SVGError.self) { try pattern(2, "<path d='M0 0h.1v.1z'/>", "patternTransform='scale(1 1e-9)'") }
        // Beyond the picture, nothing is drawn.
        let tile = "<pattern id='p' width='.25' height='.25' patternUnits='userSpaceOnUse'><path d='M0 0h.1v.1z'/></pattern>"
        let hidden = try document(tile + "<rect y='900' width='90' height='90' fill='url(#p)'/>")
        #expect(hidden.layers.isEmpty && hidden.warnings.isEmpty)
    }

    /// Converted documents draw the same bytes because the scene that is read back has the same layers.
    @Test func convertedScenesReadBackEqual() throws {
        let scene = try document(
            """
            <style>rect {stroke: teal}</style>
            <linearGradient id="g"><stop stop-color="red"/><stop offset=".3" stop-color="#00f8"/></linearGradient>
            <pattern id="p" width=".2" height=".2"><circle r="4" fill="url(#g)"/></pattern>
            <mask id="m"><rect width="50" height="100" fill="white"/></mask>
            <filter id="f"><feGaussianBlur stdDeviation="2"/><feOffset dx="3"/><feImage href="#c" result="i"/>
            <feTurbulence baseFrequency=".1 .2" seed="-4"/><feDisplacementMap in="i" scale="5" xChannelSelector="R"/>
            <feComponentTransfer><feFuncR type="table" tableValues="1 0 .3"/><feFuncA type="gamma"/></feComponentTransfer>
            <feConvolveMatrix order="2 1" kernelMatrix="1 -2" edgeMode="wrap"/><feColorMatrix type="hueRotate" values="40"/>
            <feMorphology radius="2"/><feTile/><feComposite in2="SourceAlpha" operator="arithmetic" k2="1" k4=".5"/>
            <feSpecularLighting specularExponent="9"><feSpotLight z="5" limitingConeAngle="30"/></feSpecularLighting>
            <feDropShadow/><feBlend mode="screen" in2="SourceGraphic"/></filter><defs><circle id="c" r="9"/></defs>
            <g mask="url(#m)"><rect x="5" y="5" width="60" height="40" rx="7" fill="url(#p)" transform="rotate(10)"/></g>
            <path d="M1 2C3 4 5 6 7 8S9 9 3 3Q1 1 5 5z" fill="url(#g)" opacity=".3" style="mix-blend-mode: multiply"/>
            <ellipse cx="50" cy="50" rx="20" ry="10" filter="url(#f)"/><polygon points="1 2 3.3 4 5 6"/>
            <text x="5" y="50" fill="navy">Text</text>
            """
        ).scene(width: 300)
        let read = try Scene(json: Array(try scene.json().utf8))
        #expect(read == scene)
    }

    @Test func svgFiltersBecomeLayerFilters() throws {
        let shadow = try document("<rect width='9' height='9' style='filter: drop-shadow(1px 2px 3px red) blur(4px)'/>").layers[
            0]
        #expect(
            shadow.filter == [
                .dropShadow(offset: Point(1, 2), radius: Sigma(3), color: Color(red: 1, green: 0, blue: 0)), .blur(Sigma(4)),
            ])
        let two = try document(
            """
            <filter id="f"><feOffset dx="2"/></filter>
            <filter id="g" href="#h" x="0"/><filter id="h" color-interpolation-filters="sRGB"><feFlood/><feTile/></filter>
            <rect width="10" height="20" filter="url(#f) blur(2) url(#g)"/>
            """
        ).layers[0]
        let box = Rect(x: -1, y: -2, width: 12, height: 24)
        #expect(
            two.filter == [
                .graph(
                    FilterGraph(region: box, steps: [FilterGraph.Step(.offset(.source, Point(2, 0)), isLinear: true)])),
                .blur(Sigma(2)),
                .graph(
                    FilterGraph(
                        region: Rect(x: 0, y: -2, width: 12, height: 24),
                        steps: [
                            FilterGraph.Step(.flood(.black), isLinear: false),
                            FilterGraph.Step(.tile(.step(0)), isLinear: false),
                        ])),
            ])
        #expect(try document("<filter id='f'/><rect width='9' height='9' filter='url(#f)'/>").layers.isEmpty)
        #expect(try document("<rect width='9' height='9' filter='url(#none)'/>").layers.count == 1)
    }

    @Test func lightingPrimitivesBecomeFilterSteps() throws {
        func steps(_ primitive: String, _ units: String = "") throws -> [FilterGraph.Operation] {
            let text =
                "<filter id='f' \(units)>\(primitive)</filter><rect x='10' y='20' width='30' height='40' filter='url(#f)'/>"
            guard case .graph(let graph)? = try document(text).layers[0].filter.first else { return [] }
            return graph.steps.map(\.operation)
        }
        let light = "<feDistantLight azimuth='9'/><fePointLight/>"
        let distant = try steps(
            "<feDiffuseLighting lighting-color='red' surfaceScale='3'>\(light)</feDiffuseLighting>"
        )
        #expect(
            distant == [
                .light(
                    .source,
                    FilterGraph.Lighting(
                        .diffuse, surfaceScale: 3, color: Color(red: 1, green: 0, blue: 0),
                        light: .distant(azimuth: 9, elevation: 0)))
            ])
        // Heights are shares of the root of the mean of the squares of the box's sides.
        let spot = "<feSpotLight x='.5' y='1' z='2' pointsAtX='1' specularExponent='-3' limitingConeAngle='-8'/>"
        let specular =
            "<feSpecularLighting in='SourceAlpha' specularConstant='.5' specularExponent='20'>\(spot)</feSpecularLighting>"
        let place = FilterGraph.Light.spot(
            SIMD3(25, 60, 2 * 1250.0.squareRoot()), pointsAt: SIMD3(40, 20, 0), exponent: 1, coneAngle: -8)
        #expect(
            try steps(specular, "primitiveUnits='objectBoundingBox'") == [
                .light(.sourceAlpha, FilterGraph.Lighting(.specular(exponent: 20), constant: 0.5, light: place))
            ])
        for nothing in [
            "<feDiffuseLighting/>", "<feSpecularLighting specularExponent='129'><fePointLight/></feSpecularLighting>",
            "<feSpecularLighting specularExponent='.9'><fePointLight/></feSpecularLighting>",
        ] {
            #expect(try steps(nothing) == [.merge([])], "\(nothing)")
        }
    }

    @Test func switchPassesOverForeignObjects() throws {
        let feature = "http://www.w3.org/TR/SVG11/feature#Extensibility"
        for attributes in ["", "requiredFeatures='\(feature)'"] {
            let foreign = "<foreignObject width='9' height='9' \(attributes)/>"
            let found = try document("<switch>\(foreign)<rect width='2' height='2'/></switch>")
            #expect(shapes(found.layers).count == 1 && found.warnings.isEmpty)
            #expect(try document("<switch>\(foreign)</switch>").warnings.count == 1)
        }
        // An empty group that asks for the feature hides the advice after it.
        #expect(
            try shapes(in: "<switch><g requiredFeatures='\(feature)'/><rect width='2' height='2'/></switch>").isEmpty)
    }

    @Test func foreignObjectIsLeftOutWithAWarning() throws {
        let found = try document("<foreignObject width='9' height='9'/><rect width='2' height='2'/>")
        #expect(shapes(found.layers).count == 1)
        #expect(found.warnings.map(\.message).map { "\($0)" } == ["<foreignObject> isn't supported"])
        #expect(try document("<foreignObject display='none'/>").warnings.isEmpty)
    }

    @Test func foreignObjectIsDrawnByTheReaderOfItsHTML() throws {
        var sources: [String] = []
        var options = SVGOptions()
        options.foreign = { source, size throws(SVGTextFailure) in
            sources.append(source)
            if source.contains("broken") { throw SVGTextFailure("it is broken") }
            return ForeignDrawing(layers: [Layer(frame: Rect(origin: .zero, size: size))], notices: ["a part is left out"])
        }
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>.a{fill:red}</style>\
            <g class="a" font-size="9"><foreignObject x="5" y="6" width="30" height="40">\
            <body xmlns="http://www.w3.org/1999/xhtml"><p title="&quot;">1 &lt; 2<br/></p></body></foreignObject></g>\
            <switch><foreignObject width="2" height="3">broken</foreignObject><rect width="1" height="1"/></switch>\
            <foreignObject width="9" height="9"><i style="clip-path:url(#a)"/></foreignObject></svg>
            """
        let found = try SVGDocument(Array(text.utf8), options: options)
        let source = try #require(sources.first)
        #expect(source.contains("<style>.a{fill:red}</style>") && source.contains("<div class=\"a\" style="))
        #expect(source.contains("font-size:9.0px") && source.contains("<div><p title=\"&quot;\">1 &lt; 2<br></p>"))
        #expect(sources.count == 2 && shapes(found.layers).isEmpty)
        var open = found.layers
        var frames: [Rect] = []
        while let layer = open.popLast() {
            if let frame = layer.frame { frames.append(frame) }
            open += layer.sublayers
        }
        #expect(frames.contains { $0.size == Size(width: 30, height: 40) })
        #expect(
            found.warnings.map { "\($0.message)" } == [
                "in <foreignObject>: a part is left out", "the <foreignObject> isn't drawn: it is broken",
                "<foreignObject> with a clip path of the document isn't supported",
            ])
    }

    @Test func documentsInImagesReadNoFiles() throws {
        var paths: [String] = []
        var options = SVGOptions()
        options.readFile = { path in
            paths.append(path)
            return Array(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='a.svg' width='9' height='9'/></svg>"
                    .utf8)
        }
        let outer = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='a.svg' width='9' height='9'/></svg>"
        let found = try SVGDocument(Array(outer.utf8), options: options)
        // A document that shows itself shows itself once.
        #expect(Set(paths) == ["a.svg"] && shapes(found.layers).isEmpty)
        #expect(found.warnings.count == 1 && found.warnings[0].description.contains("reads no files"))
    }

    @Test func clipPathsHaveTransformOrigins() throws {
        func corner(_ clip: String) throws -> Point {
            let found = try document(clip + "<rect width='90' height='90' clip-path='url(#c)'/>")
            return Point(10, 10).applying(try #require(found.layers.first?.mask).transform)
        }
        let style = "style='transform: scale(2); transform-box: fill-box; transform-origin: 100% 100%'"
        #expect(try corner("<clipPath id='c'><rect width='10' height='10' \(style)/></clipPath>") == Point(10, 10))
        // The style counts more than the attribute.
        #expect(
            try corner(
                "<clipPath id='c' transform='scale(3)' style='transform: scale(2)'><rect width='10' height='10'/></clipPath>")
                == Point(20, 20))
    }
}
