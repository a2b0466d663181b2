import Foundation
import PenumbraCoreGraphics
import PenumbraElementary
import PenumbraGeometry

extension CATransform3D {
    package init(_ matrix: Transform3D) {
        self.init(
            m11: matrix.x.x, m12: matrix.x.y, m13: matrix.x.z, m14: matrix.x.w, m21: matrix.y.x, m22: matrix.y.y,
            m23: matrix.y.z, m24: matrix.y.w, m31: matrix.z.x, m32: matrix.z.y, m33: matrix.z.z, m34: matrix.z.w,
            m41: matrix.origin.x, m42: matrix.origin.y, m43: matrix.origin.z, m44: matrix.origin.w)
    }

    package var matrix: Transform3D {
        Transform3D(
            x: SIMD4(Double(m11), Double(m12), Double(m13), Double(m14)),
            y: SIMD4(Double(m21), Double(m22), Double(m23), Double(m24)),
            z: SIMD4(Double(m31), Double(m32), Double(m33), Double(m34)),
            origin: SIMD4(Double(m41), Double(m42), Double(m43), Double(m44)))
    }

    /// The inverse map, by Gauss and Jordan's elimination with pivots. Nil if there is none.
    package var inverse: CATransform3D? {
        let matrix = self.matrix
        guard matrix.isFinite else { return nil }
        var rows = [matrix.x, matrix.y, matrix.z, matrix.origin]
        let identity = Transform3D.identity
        var inverse = [identity.x, identity.y, identity.z, identity.origin]
        for column in 0..<4 {
            let pivot = (column..<4).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            guard rows[pivot][column] != 0 else { return nil }
            rows.swapAt(column, pivot)
            inverse.swapAt(column, pivot)
            let factor = 1 / rows[column][column]
            rows[column] *= factor
            inverse[column] *= factor
            for row in 0..<4 where row != column && rows[row][column] != 0 {
                let share = rows[row][column]
                rows[row] -= share * rows[column]
                inverse[row] -= share * inverse[column]
            }
        }
        let result = Transform3D(x: inverse[0], y: inverse[1], z: inverse[2], origin: inverse[3])
        return result.isFinite ? CATransform3D(result) : nil
    }
}

extension Transform3D {
    /// Whether parallel lines stay parallel, so that the eye sees no perspective.
    package var isParallel: Bool { x.w == 0 && y.w == 0 && z.w == 0 && origin.w == 1 }

    /// The map of the plane z = 0 onto the screen, if no perspective is involved.
    package var flattened: PenumbraGeometry.AffineTransform? {
        guard isParallel else { return nil }
        return PenumbraGeometry.AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }

    /// The image of a point of the plane z = 0. Nil for points behind the eye.
    package func image(of point: Point) -> Point? {
        let row = point.x * x + point.y * y + origin
        guard row.w > 0 else { return nil }
        return Point(row.x / row.w, row.y / row.w)
    }

    /// The point of the plane z = 0 that the eye sees at a place. Nil where it sees none.
    package func source(of place: Point) -> Point? {
        // place · w = (px, py), with both sides linear in the two coordinates of the point.
        let a = x.x - place.x * x.w
        let b = y.x - place.x * y.w
        let c = x.y - place.y * x.w
        let d = y.y - place.y * y.w
        let right = Point(place.x * origin.w - origin.x, place.y * origin.w - origin.y)
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return nil }
        let point = Point((right.x * d - b * right.y) / determinant, (a * right.y - right.x * c) / determinant)
        guard point.isFinite, image(of: point) != nil else { return nil }
        return point
    }
}
