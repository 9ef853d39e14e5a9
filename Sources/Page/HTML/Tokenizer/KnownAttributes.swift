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

extension Document {
    /// Returns the known attributes that an element has; empty for other kinds of nodes.
    ///
    /// - Complexity: Linear in the number of its attributes.
    public func knownAttributes(of node: NodeID) -> KnownAttributes {
        var known: KnownAttributes = []
        let (kind, range) = (self[node.index].kind, self[node.index].content)
        guard kind == .element else { return known }
        var index = Int(range.start)
        while index < Int(range.end) {
            let name = attributes[index].name
            switch name.count {
            case 2: if source.equals(name, "id") { known.insert(.id) }
            case 3: if source.equals(name, "dir") { known.insert(.dir) }
            case 4:
                if source.equals(name, "href") {
                    known.insert(.href)
                } else if source.equals(name, "name") {
                    known.insert(.name)
                }
            case 5:
                if source.equals(name, "style") {
                    known.insert(.style)
                } else if source.equals(name, "align") {
                    known.insert(.align)
                }
            case 6: if source.equals(name, "hidden") { known.insert(.hidden) }
            case 7: if source.equals(name, "popover") { known.insert(.hidden) }
            case 11: if source.equals(name, "aria-hidden") { known.insert(.ariaHidden) }
            default: break
            }
            index &+= 1
        }
        return known
    }
}
