import HTML
import SonicProtocol

/// What a page says of its content as data, in the vocabulary of schema.org: JSON-LD, and items of microdata.
struct PageData {
    /// Text from an element that holds data.
    struct Told {
        let element: NodeID
        let lines: [String]
    }

    /// Something that a script of the page describes.
    private struct Thing {
        let script: NodeID
        let types: [String]
        let node: JSONNode
    }

    private var things: [Thing] = []
    /// The number of elements that are products, and of those that are the body of an article.
    private var productItems = 0
    private var articleBodies = 0
    /// Whether the page says that it is an article.
    private var saysArticle = false
    /// The properties of microdata that nobody sees, and the element with the price.
    private var properties: [String: String] = [:]
    private var priceElement: NodeID?

    /// The maximum length of a script that is read, and of a page whose text is compared.
    private static let longest = 1 << 20

    init(_ document: Document) {
        for node in document.descendants(of: .document) where document.kind(of: node) == .element {
            if document.tag(of: node) == .script {
                guard let type = document.attribute("type", of: node),
                    ASCII.equal(type, "application/ld+json")
                else { continue }
                let text = TextTree.text(inside: node, document, upTo: Self.longest) { $0 }
                if let root = JSONNode.read(text).node { add(root, node) }
            } else if let property = document.attribute("property", of: node),
                ASCII.equal(property, "og:type"),
                let type = document.attribute("content", of: node)
            {
                saysArticle = saysArticle || ASCII.equal(type, "article")
            } else if let property = document.attribute("itemprop", of: node),
                ASCII.equal(property, "articlebody")
            {
                articleBodies += 1
            } else if document.attributeCount(of: node) > 0,
                let type = document.attribute("itemtype", of: node),
                type.suffix(8).elementsEqual("/Product".utf8)
            {
                productItems += 1
            } else if [.meta, .link].contains(document.tag(of: node)),
                let name = document.attribute("itemprop", of: node),
                let value = document.attribute("content", of: node) ?? document.attribute("href", of: node)
            {
                let name = String(decoding: name, as: UTF8.self)
                if properties[name] == nil { properties[name] = String(decoding: value, as: UTF8.self) }
                if name == "price" { priceElement = priceElement ?? node }
            }
        }
    }

    private mutating func add(_ node: JSONNode, _ script: NodeID) {
        for element in node.elements ?? [] { add(element, script) }
        guard node.members != nil else { return }
        if let type = node["@type"] {
            let types = (type.elements ?? [type]).compactMap(\.string)
            things.append(Thing(script: script, types: types, node: node))
        }
        for name in ["@graph", "mainEntity"] { if let inner = node[name] { add(inner, script) } }
    }

    private var products: [Thing] { things.filter { $0.types.contains { $0.hasPrefix("Product") } } }

    /// Whether the page is one article.
    var isArticle: Bool { saysArticle || articleBodies == 1 }

    /// Whether the page is about one product.
    var isProduct: Bool { products.count == 1 || products.isEmpty && productItems == 1 }

    /// Returns the text of an article, if it is longer than a number of characters.
    func text(longerThan length: Int) -> Told? {
        for thing in things {
            guard
                let body = ["articleBody", "reviewBody", "text"].lazy.compactMap({ thing.node[$0]?.string })
                    .first,
                body.count > length
            else { continue }
            let title = thing.node["headline"]?.string ?? thing.node["name"]?.string
            return Told(element: thing.script, lines: Self.plain(title ?? "") + Self.plain(body))
        }
        return nil
    }

    /// Returns the facts of the product that are not in the text of the page.
    func facts(notIn text: [UInt8]) -> Told? {
        let product = products.first?.node
        guard isProduct, let place = products.first?.script ?? priceElement else { return nil }
        let offers = product?["offers"].flatMap { $0.elements?.first ?? $0 }
        let price = offers.flatMap { $0["price"] ?? $0["lowPrice"] }
        func property(_ name: String) -> String? { product == nil ? properties[name] : offers?[name]?.string }
        let number = price?.integer.map { String($0) } ?? price?.number.map { String($0) }
        let amount = number ?? price?.string ?? property("price")
        let currency = property("priceCurrency")
        let stock = property("availability")?.split(separator: "/").last.map(String.init)
        let known = Self.letters(text)
        func isNew(_ fact: String) -> Bool {
            let own = Self.letters(Array(fact.utf8).prefix(Self.compared))
            return !own.isEmpty && !known.contains(own)
        }
        var lines: [String] = []
        if let name = product?["name"]?.string, isNew(name) { lines += Self.plain(name) }
        if let amount, isNew(amount) {
            lines.append("Price: " + [amount, currency].compactMap(\.self).joined(separator: " "))
        }
        if let stock, let words = Self.stocks[stock], isNew(words) { lines.append("Availability: \(words)") }
        if let words = product?["description"]?.string, isNew(words) { lines += Self.plain(words) }
        return lines.isEmpty ? nil : Told(element: place, lines: lines)
    }

    private static let stocks = [
        "InStock": "in stock", "OutOfStock": "out of stock", "SoldOut": "sold out", "PreOrder": "pre-order",
        "BackOrder": "back order", "LimitedAvailability": "limited availability",
        "Discontinued": "discontinued",
    ]

    /// The number of bytes of a fact that are looked for in the page.
    private static let compared = 60

    /// The letters and digits of a text, in lower case, without the characters between them.
    private static func letters(_ text: some Sequence<UInt8>) -> String {
        let kept = text.filter { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 }.map(ASCII.lowered)
        return String(decoding: kept, as: UTF8.self)
    }

    /// Returns the paragraphs of a text, which may be marked up.
    private static func plain(_ text: String) -> [String] {
        var parser = HTMLParser()
        parser.append(Array(text.utf8))
        parser.finish()
        let document = parser.document
        var words: [UInt8] = []
        for node in document.descendants(of: .document) {
            if document.kind(of: node) == .text {
                document.forEachPiece(of: node) { piece, _ in words += piece }
            } else if !TextTree.phrases.contains(document.tag(of: node)) {
                words.append(0x0A)
            }
        }
        return words.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }.filter {
            !$0.allSatisfy(\.isWhitespace)
        }
    }
}
