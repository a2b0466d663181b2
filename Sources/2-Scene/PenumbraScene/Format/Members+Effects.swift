extension Members {
    /// Adds a CSS gradient as a string.
    mutating func addCSS(_ key: String, _ gradient: Gradient) throws(SceneError) {
        guard gradient.colors.allSatisfy(\.isFinite) else { throw Self.notFinite(.key(place, key)) }
        guard let css = gradient.css else {
            throw Place.key(place, key).error(
                "a CSS gradient cannot be written unless it is premultiplied and its falloff is linear")
        }
        add(key, .string(css))
    }

    /// Adds the keys of a gradient to a gradient object or a gradient layer. A CSS gradient is added to a layer under
    /// `gradient`.
    ///
    /// - Parameter isCentered: whether circles lie in the middle of a layer whose size is not known yet.
    mutating func add(_ gradient: Gradient, isCentered: Bool = false) throws(SceneError) {
        switch gradient.geometry {
        case .axial: break
        case .radial, .circles, .twoCircles: add("gradientType", "radial")
        case .conic: add("gradientType", "conic")
        case .css:
            try addCSS("gradient", gradient)
            return
        }
        let place = Place.key(place, "colors")
        var colors: [JSONValue] = []
        for (index, color) in gradient.colors.enumerated() {
            guard color.isFinite else { throw Self.notFinite(.index(place, index)) }
            colors.append(.string(color.css))
        }
        add("colors", .array(colors))
        if let locations = gradient.locations { try add("locations", locations) }
        switch gradient.geometry {
        case .axial(let startPoint, let endPoint):
            try add("startPoint", startPoint, default: Point(0.5, 0))
            try add("endPoint", endPoint, default: Point(0.5, 1))
        case .radial(let startPoint, let endPoint):
            try add("startPoint", startPoint, default: Point(0.5, 0.5))
            try add("endPoint", endPoint, default: Point(1, 1))
        case .circles(let center, let startRadius, let endRadius):
            if !isCentered { try add("center", center) }
            try add("startRadius", startRadius, default: 0)
            try add("endRadius", endRadius)
        case .twoCircles(let startCenter, let startRadius, let endCenter, let endRadius):
            try add("startCenter", startCenter)
            try add("endCenter", endCenter)
            try add("startRadius", startRadius, default: 0)
            try add("endRadius", endRadius)
        case .conic(let startPoint, let endPoint):
            try add("startPoint", startPoint, default: Point(0.5, 0.5))
            try add("endPoint", endPoint, default: Point(0.5, 0))
        case .css: break
        }
        add("interpolation", gradient.interpolation, default: .straight)
        add("falloff", gradient.falloff, default: .linear)
        add("extendsStart", gradient.extendsStart, default: true)
        add("extendsEnd", gradient.extendsEnd, default: true)
    }

    /// Adds an array of shadows, or nothing if there are none.
    mutating func add(
        _ key: String, _ shadows: [Shadow], _ relative: RelativeValues, areInner: Bool
    ) throws(SceneError) {
        guard !shadows.isEmpty else { return }
        var result: [JSONValue] = []
        for (index, shadow) in shadows.enumerated() {
            var members = Members(.index(.key(place, key), index))
            let ofBounds = areInner ? relative.innerShadowsOfBounds : relative.shadowsOfBounds
            if ofBounds.contains(index) { members.add("path", "bounds") }
            if !areInner, let transform = relative.shadowTransforms[index] {
                members.add("transform", .string(transform.css))
                var shadow = shadow
                shadow.transform = .identity
                try members.add(shadow, isInner: areInner)
            } else {
                try members.add(shadow, isInner: areInner)
            }
            result.append(members.value)
        }
        add(key, .array(result))
    }

    /// Adds the keys of a shadow. Keys that only the other kind of shadow has are left out.
    private mutating func add(_ shadow: Shadow, isInner: Bool) throws(SceneError) {
        if shadow.color != .black { try add("color", shadow.color) }
        try add("opacity", shadow.opacity, default: 1)
        add("blendMode", shadow.blendMode, default: .normal)
        if let elevation = shadow.elevation {
            try add("elevation", elevation)
        } else {
            try add("offset", shadow.offset, default: .zero)
        }
        try add("radius", shadow.radius.value, default: 3)
        try add("spread", shadow.spread, default: 0)
        try add("noise", shadow.noise, default: 0)
        if let path = shadow.path { try add("path", path) }
        add("fillRule", shadow.fillRule, default: .nonzero)
        add("hardAlpha", shadow.hardAlpha, default: false)
        if isInner {
            add("outside", shadow.outside, default: .solid)
        } else {
            try add("penumbra", shadow.penumbra, default: 0)
            add("knockout", shadow.knockout, default: false)
            try add("transform", shadow.transform)
            if let anchor = shadow.anchor { try add("anchor", anchor) }
        }
    }

    mutating func add(_ key: String, _ blur: BackdropBlur) throws(SceneError) {
        guard blur.isProgressive else {
            try add(key, blur.radius.value)
            return
        }
        var members = Members(.key(place, key))
        try members.add("radius", blur.radius.value)
        members.add("progressive", true)
        add(key, members.value)
    }
}
