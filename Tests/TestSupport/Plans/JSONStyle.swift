import Foundation
import PenumbraLayout

extension LayoutStyle {
    init(json: [String: Any]) throws {
        self.init()
        for (key, value) in json {
            switch key {
            case "position": position = value as? String == "absolute" ? .absolute : .relative
            case "inset": inset = try LayoutEdges(json: value)
            case "width": width = try LayoutLength(json: value)
            case "height": height = try LayoutLength(json: value)
            case "minWidth": minWidth = try LayoutLength(json: value)
            case "minHeight": minHeight = try LayoutLength(json: value)
            case "maxWidth": maxWidth = try LayoutLength(json: value)
            case "maxHeight": maxHeight = try LayoutLength(json: value)
            case "padding": padding = try LayoutEdges(json: value)
            case "margin": margin = try LayoutEdges(json: value)
            case "flexGrow": flexGrow = try number(value)
            case "flexShrink": flexShrink = try number(value)
            case "flexBasis": flexBasis = value as? String == "content" ? .content : .length(try LayoutLength(json: value))
            case "alignSelf": alignSelf = try choice(value)
            case "aspectRatio": aspectRatio = try number(value)
            case "order": order = Int(try number(value))
            default: throw TreeError("unknown key \(key)")
            }
        }
    }
}

extension FlexContainer {
    init(json: [String: Any]) throws {
        self.init()
        for (key, value) in json {
            switch key {
            case "direction": direction = try choice(value)
            case "wrap": wrap = try choice(value)
            case "justifyContent": justifyContent = try choice(value)
            case "alignItems": alignItems = try choice(value)
            case "alignContent": alignContent = try choice(value)
            case "gap":
                guard let gaps = value as? [Double], gaps.count == 2 else { throw TreeError("gap") }
                (rowGap, columnGap) = (gaps[0], gaps[1])
            default: throw TreeError("unknown key \(key)")
            }
        }
    }
}

extension LayoutEdges {
    fileprivate init(json: Any) throws {
        guard let sides = json as? [Any], sides.count == 4 else { throw TreeError("edges") }
        let lengths = try sides.map { try LayoutLength(json: $0) }
        self.init(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
    }
}

extension LayoutLength {
    fileprivate init(json: Any) throws {
        if let text = json as? String {
            if text == "auto" {
                self = .auto
            } else if text.last == "%", let percent = Double(text.dropLast()) {
                self = .fraction(percent / 100)
            } else {
                throw TreeError("length \(text)")
            }
        } else {
            self = .points(try number(json))
        }
    }
}

private func number(_ value: Any) throws -> Double {
    guard let number = value as? Double else { throw TreeError("number \(value)") }
    return number
}

/// The case with CSS's name, such as `row-reverse` for `rowReverse`.
private func choice<Choice: CaseIterable>(_ value: Any) throws -> Choice {
    let name = (value as? String)?.replacingOccurrences(of: "-", with: "").lowercased()
    guard let choice = Choice.allCases.first(where: { "\($0)".lowercased() == name }) else { throw TreeError("\(value)") }
    return choice
}
