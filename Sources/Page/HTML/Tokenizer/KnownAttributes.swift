/// Attributes that a layout asks every element for: which of them one has is found at one pass over all it has.
public struct KnownAttributes: OptionSet, Sendable {
    /// A bit for each attribute.
    public let rawValue: UInt8

    /// The attributes of these bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A name to jump to.
    @inlinable public static var id: KnownAttributes { KnownAttributes(rawValue: 1) }
    /// The direction of its text.
    @inlinable public static var dir: KnownAttributes { KnownAttributes(rawValue: 2) }
    /// The name of a field, or of a place to jump to.
    @inlinable public static var name: KnownAttributes { KnownAttributes(rawValue: 4) }
    /// Where a link leads.
    @inlinable public static var href: KnownAttributes { KnownAttributes(rawValue: 8) }
    /// What it declares for itself.
    @inlinable public static var style: KnownAttributes { KnownAttributes(rawValue: 16) }
    /// Where its lines stand.
    @inlinable public static var align: KnownAttributes { KnownAttributes(rawValue: 32) }
    /// That it takes no part in the page.
    @inlinable public static var hidden: KnownAttributes { KnownAttributes(rawValue: 64) }
    /// That it is nothing to those who do not see the page.
    @inlinable public static var ariaHidden: KnownAttributes { KnownAttributes(rawValue: 128) }
}

extension Document {
    /// Which of the known attributes an element has; none for what is no element. Linear in its attributes.
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
            case 11: if source.equals(name, "aria-hidden") { known.insert(.ariaHidden) }
            default: break
            }
            index &+= 1
        }
        return known
    }
}
