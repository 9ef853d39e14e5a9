/// The namespaces in scope at a place of an XML document (https://www.w3.org/TR/xml-names/).
struct XMLNamespaces {
    /// The namespaces of each prefix, the innermost last.
    private var names: [String: [String]] = [:]
    /// The open elements that declare some, with the number of open elements of the same name in each.
    private var scopes: [(element: [UInt8], inner: Int, prefixes: [String])] = []

    /// Begins an element with these declarations.
    mutating func start(_ element: [UInt8], _ declared: [(prefix: String, namespace: String)]) {
        if !declared.isEmpty {
            for (prefix, namespace) in declared { names[prefix, default: []].append(namespace) }
            scopes.append((element, 0, declared.map(\.prefix)))
        } else if scopes.last?.element == element {
            scopes[scopes.count - 1].inner += 1
        }
    }

    /// Ends an element. An end tag without its element ends none.
    mutating func end(_ element: [UInt8]) {
        guard let scope = scopes.last, scope.element == element else { return }
        if scope.inner > 0 {
            scopes[scopes.count - 1].inner -= 1
        } else {
            for prefix in scopes.removeLast().prefixes { names[prefix]?.removeLast() }
        }
    }

    /// Returns the namespace of an element, or for an undeclared prefix the prefix with its colon; and the local name in
    /// lower case.
    func resolve(_ element: [UInt8]) -> (namespace: String, local: String) {
        let name = String(decoding: element, as: UTF8.self).lowercased()
        let local = name.suffix(from: name.firstIndex(of: ":").map(name.index(after:)) ?? name.startIndex)
        let prefix = String(name.dropLast(local.count + 1))
        return (names[prefix]?.last ?? prefix + ":", String(local))
    }
}
