/// A distance on the grid of cells, counted along one axis; also a place, counted from the top left.
///
/// Rows and columns are different types, so that one can never be passed for the other.
public protocol GridUnit: Strideable, Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible
where Stride == Int, IntegerLiteralType == Int {
    /// The distance in cells; negative left of or above the origin.
    var value: Int { get }
    /// The distance of `value` cells.
    init(_ value: Int)
}

extension GridUnit {
    /// The distance of `value` cells.
    public init(integerLiteral value: Int) { self.init(value) }
    /// The number of cells as decimal text.
    public var description: String { String(value) }
    /// The distance from this place to `other`.
    public func distance(to other: Self) -> Int { other.value - value }
    /// The place `n` cells further on.
    public func advanced(by n: Int) -> Self { Self(value + n) }

    /// The sum of two distances.
    public static func + (left: Self, right: Self) -> Self { Self(left.value + right.value) }
    /// The difference of two distances.
    public static func - (left: Self, right: Self) -> Self { Self(left.value - right.value) }
    /// A distance repeated `times` times.
    public static func * (left: Self, times: Int) -> Self { Self(left.value * times) }
    /// A distance divided into `parts`, rounded towards zero; `parts` is not 0.
    public static func / (left: Self, parts: Int) -> Self { Self(left.value / parts) }
    /// Adds to a distance in place.
    public static func += (left: inout Self, right: Self) { left = left + right }
    /// Subtracts from a distance in place.
    public static func -= (left: inout Self, right: Self) { left = left - right }
    /// The same distance in the opposite direction.
    public static prefix func - (unit: Self) -> Self { Self(-unit.value) }
}

/// A number of rows on the grid, or the row at that distance below the top.
public struct Row: GridUnit {
    /// The number of rows.
    public let value: Int
    /// The distance of `value` rows.
    public init(_ value: Int) { self.value = value }
}

/// A number of columns on the grid, or the column at that distance from the left edge.
public struct Column: GridUnit {
    /// The number of columns.
    public let value: Int
    /// The distance of `value` columns.
    public init(_ value: Int) { self.value = value }
}
