/// Attributes that a layout asks every element for: which of them one has is found at one pass over all it has.
public struct KnownAttributes: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let id = KnownAttributes(rawValue: 1)
    public static let dir = KnownAttributes(rawValue: 2)
    public static let name = KnownAttributes(rawValue: 4)
    public static let href = KnownAttributes(rawValue: 8)
    public static let style = KnownAttributes(rawValue: 16)
    public static let align = KnownAttributes(rawValue: 32)
    public static let hidden = KnownAttributes(rawValue: 64)
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
            default: break
            }
            index &+= 1
        }
        return known
    }
}
