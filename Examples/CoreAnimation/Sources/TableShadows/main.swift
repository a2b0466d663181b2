import Comparison
import Foundation
import Penumbra

#if canImport(QuartzCore)
    import QuartzCore
#else
    import PenumbraQuartzCore
#endif

/// A list whose rows lie above its background: gradients above, below and under the bar make the shadows.
final class ListLayer: CALayer {
    let background = CGColor(red: 0.86, green: 0.88, blue: 0.91, alpha: 1)
    let origin = CAGradientLayer()
    let rows = CALayer()
    let rowHeight: CGFloat = 44

    init(rowCount: Int, size: CGSize) {
        super.init()
        bounds.size = size
        anchorPoint = .zero
        backgroundColor = background
        masksToBounds = true
        configure(origin, isInverse: false)
        addSublayer(origin)
        rows.anchorPoint = .zero
        rows.bounds.size = CGSize(width: size.width, height: CGFloat(rowCount) * rowHeight)
        addSublayer(rows)
        for index in 0..<rowCount {
            let row = CALayer()
            row.frame = CGRect(x: 0, y: CGFloat(index) * rowHeight, width: size.width, height: rowHeight)
            row.backgroundColor = .white
            rows.addSublayer(row)
            if index == 0 {
                let top = CAGradientLayer()
                configure(top, isInverse: true)
                top.frame.origin.y = -10
                row.addSublayer(top)
            }
            if index == rowCount - 1 {
                let bottom = CAGradientLayer()
                configure(bottom, isInverse: false)
                bottom.frame.origin.y = rowHeight
                row.addSublayer(bottom)
            }
        }
    }

    override init(layer: Any) { super.init(layer: layer) }
    required init?(coder: NSCoder) { super.init(coder: coder) }

    private func configure(_ shadow: CAGradientLayer, isInverse: Bool) {
        let dark = CGColor(gray: 0, alpha: isInverse ? 0.25 : 0.5)
        let light = background.copy(alpha: 0) ?? .clear
        shadow.colors = isInverse ? [light, dark] : [dark, light]
        shadow.frame = CGRect(x: 0, y: 0, width: bounds.width, height: isInverse ? 10 : 20)
    }

    func scroll(to offset: CGFloat) { rows.position.y = -offset }
}

let size = CGSize(width: 320, height: 300)
let page = CALayer()
page.bounds = CGRect(origin: .zero, size: size)
let list = ListLayer(rowCount: 5, size: CGSize(width: size.width, height: size.height - 44))
list.position = CGPoint(x: 0, y: 44)
page.addSublayer(list)
let bar = CALayer()
bar.frame = CGRect(x: 0, y: 0, width: size.width, height: 44)
bar.backgroundColor = CGColor(red: 0.24, green: 0.33, blue: 0.47, alpha: 1)
page.addSublayer(bar)

for offset in [0, -24, 60] {
    list.scroll(to: CGFloat(offset))
    var recipe = ShadowTable(rows: Array(repeating: ShadowTable.Row(height: 44), count: 5))
    recipe.height = Double(size.height)
    recipe.scrollOffset = Double(offset)
    try compare("TableShadows\(offset)", page, with: recipe.scene)
}

// The list scrolls beyond both ends, and its shadows stay with their rows.
let screen = CALayer()
screen.bounds = CGRect(x: 0, y: 0, width: 640, height: 360)
let contacts = ListLayer(rowCount: 12, size: CGSize(width: 640, height: 316))
contacts.position = CGPoint(x: 0, y: 44)
for (index, row) in (contacts.rows.sublayers ?? []).enumerated() {
    let portrait = CALayer()
    portrait.frame = CGRect(x: 12, y: 6, width: 32, height: 32)
    portrait.cornerRadius = 16
    portrait.backgroundColor = CGColor(red: 0.3, green: CGFloat(index) / 12, blue: 0.6, alpha: 1)
    let name = CATextLayer()
    name.frame = CGRect(x: 56, y: 11, width: 500, height: 24)
    name.string = "Contact \(index + 1)"
    name.fontSize = 18
    name.foregroundColor = .black
    let line = CALayer()
    line.frame = CGRect(x: 56, y: 43, width: 584, height: 1)
    line.backgroundColor = CGColor(gray: 0.88, alpha: 1)
    for layer in [portrait, name, line] { row.addSublayer(layer) }
}
screen.addSublayer(contacts)
bar.frame.size.width = 640
screen.addSublayer(bar)
try film("TableShadowsFilm", screen, scale: 3) { number, _ in
    contacts.scroll(to: 106 - 166 * cos(CGFloat(number) * 2 * .pi / 120))
}
