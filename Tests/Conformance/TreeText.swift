import HTML

/// A tree in the notation of the test suite: one line per node, `| ` and two spaces per level.
struct TreeText {
    private let document: Document

    init(_ document: Document) { self.document = document }

    /// Returns the whole tree; for a fragment, the content of its root.
    func text(ofFragment isFragment: Bool) -> String {
        var lines: [String] = []
        var root = NodeID.document
        if isFragment, let html = document.firstChild(of: root) { root = html }
        // The nodes to be written, the next one last, with their depth.
        var waiting: [(node: NodeID, depth: Int)] = []
        func addChildren(of node: NodeID, depth: Int) {
            var child = document.lastChild(of: node)
            while let node = child {
                waiting.append((node, depth))
                child = document.previousSibling(of: node)
            }
        }
        addChildren(of: root, depth: 0)
        while let (node, depth) = waiting.popLast() {
            let indent = "| " + String(repeating: "  ", count: depth)
            switch document.kind(of: node) {
            case .document: break
            case .doctype: lines.append(indent + doctype(node))
            case .text: lines.append(indent + "\"\(document.text(of: node))\"")
            case .comment: lines.append(indent + "<!-- \(document.text(of: node)) -->")
            case .element:
                lines.append(indent + "<\(prefix(node))\(document.name(of: node))>")
                for attribute in attributes(node) { lines.append(indent + "  " + attribute) }
                let isTemplate = document.tag(of: node) == .template && document.namespace(of: node) == .html
                if isTemplate { lines.append(indent + "  content") }
                addChildren(of: node, depth: depth + (isTemplate ? 2 : 1))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func prefix(_ node: NodeID) -> String {
        switch document.namespace(of: node) {
        case .html: ""
        case .svg: "svg "
        case .mathML: "math "
        }
    }

    private func doctype(_ node: NodeID) -> String {
        guard let doctype = document.doctype(of: node) else { return "" }
        let name = String(decoding: doctype.name, as: UTF8.self)
        if doctype.publicID == nil, doctype.systemID == nil { return "<!DOCTYPE \(name)>" }
        let publicID = String(decoding: doctype.publicID ?? [], as: UTF8.self)
        let systemID = String(decoding: doctype.systemID ?? [], as: UTF8.self)
        return "<!DOCTYPE \(name) \"\(publicID)\" \"\(systemID)\">"
    }

    private func attributes(_ node: NodeID) -> [String] {
        let isForeign = document.namespace(of: node) != .html
        return (0..<document.attributeCount(of: node)).map { index in
            var name = attributeName(at: index, of: node)
            let spaced = [
                "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show",
                "xlink:title", "xlink:type", "xml:lang", "xml:space", "xmlns:xlink",
            ]
            if isForeign, spaced.contains(name) {
                name = name.split(separator: ":").joined(separator: " ")
            } else if isForeign, name == "xmlns" {
                name = "xmlns xmlns"
            }
            let value = String(decoding: document.attribute(at: index, of: node).value, as: UTF8.self)
            return (name, value)
        }
        .sorted { $0.0.utf16.lexicographicallyPrecedes($1.0.utf16) }
        .map { "\($0)=\"\($1)\"" }
    }

    /// Returns the name of an attribute, as the element's namespace spells it.
    private func attributeName(at index: Int, of node: NodeID) -> String {
        let name = String(decoding: document.attribute(at: index, of: node).name, as: UTF8.self)
        switch document.namespace(of: node) {
        case .html: return name
        case .svg: return Self.svgAttributes[name] ?? name
        case .mathML: return name == "definitionurl" ? "definitionURL" : name
        }
    }

    /// The spelling of SVG attributes that HTML's parser reads in lower case.
    private static let svgAttributes = Dictionary(
        uniqueKeysWithValues: [
            "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
            "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
            "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
            "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits",
            "maskUnits",
            "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits",
            "pointsAtX",
            "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX",
            "refY",
            "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant",
            "specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "surfaceScale",
            "systemLanguage", "tableValues", "targetX", "targetY", "textLength", "viewBox", "viewTarget",
            "xChannelSelector", "yChannelSelector", "zoomAndPan",
        ].map { ($0.lowercased(), $0) })
}
