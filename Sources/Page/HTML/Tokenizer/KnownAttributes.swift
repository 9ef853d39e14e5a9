/// The attributes that layout checks on every element, found in one pass over the element's attributes.
public struct KnownAttributes: OptionSet, Sendable {
    /// A bit for each attribute.
    public let rawValue: UInt8

    /// Creates a set from bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The fragment identifier.
    @inlinable public static var id: KnownAttributes { KnownAttributes(rawValue: 1) }
    /// The text direction.
    @inlinable public static var dir: KnownAttributes { KnownAttributes(rawValue: 2) }
    /// The name of a field, or of a fragment target.
    @inlinable public static var name: KnownAttributes { KnownAttributes(rawValue: 4) }
    /// The target of a link.
    @inlinable public static var href: KnownAttributes { KnownAttributes(rawValue: 8) }
    /// The inline style.
    @inlinable public static var style: KnownAttributes { KnownAttributes(rawValue: 16) }
    /// The text alignment.
    @inlinable public static var align: KnownAttributes { KnownAttributes(rawValue: 32) }
    /// May hide the element: `hidden` or `popover`.
    @inlinable public static var hidden: KnownAttributes { KnownAttributes(rawValue: 64) }
    /// Hides the element from assistive technology.
    @inlinable public static var ariaHidden: KnownAttributes { KnownAttributes(rawValue: 128) }
}
