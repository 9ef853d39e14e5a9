extension Document {
    /// Returns the value of an attribute whose name is known only at run time; nil if it is missing.
    /// - Parameter name: The name in lower case.
    public func attribute(named name: ArraySlice<UInt8>, of node: NodeID) -> ArraySlice<UInt8>? {
        let record = record(node)
        guard record.kind == .element else { return nil }
        for index in Int(record.content.start)..<Int(record.content.end) {
            let attribute = attributes[index]
            if attribute.name.count == name.count, Self.equal(source.slice(attribute.name), name) {
                return source.slice(attribute.value)
            }
        }
        return nil
    }

    /// Whether a node is an element with this name that has no `Tag` case.
    /// - Parameter name: The name in lower case.
    public func isOther(_ node: NodeID, named name: ArraySlice<UInt8>) -> Bool {
        let record = record(node)
        guard record.kind == .element, record.tag == .other else { return false }
        return names[Int(record.name)].elementsEqual(name)
    }

    /// Returns the name of an element without a `Tag` case, in lower case; empty for any other node.
    public func otherName(of node: NodeID) -> ArraySlice<UInt8> {
        let record = record(node)
        guard record.kind == .element, record.tag == .other else { return [] }
        return names[Int(record.name)][...]
    }

    private static func equal(_ written: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        var index = name.startIndex
        for byte in written {
            if ASCII.lowered(byte) != name[index] { return false }
            index &+= 1
        }
        return true
    }
}

extension Tag {
    /// Creates the tag of a name in any case; `other` for a name without one.
    public init(named name: ArraySlice<UInt8>) { self = TagTable.shared[name.span] }
}
