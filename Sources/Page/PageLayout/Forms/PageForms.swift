import HTML

/// The forms of a page with all their fields, those out of sight included.
///
/// They are read from the page's source when a reader first touches a field: laying out a page and scrolling in it
/// cost nothing for them. Linear in the bytes.
public struct PageForms: Sendable, Equatable {
    /// The forms, in page order.
    public private(set) var forms: [PageForm] = []
    /// The fields, in page order.
    public private(set) var fields: [PageField] = []
    /// The index of each field by where its tag stands.
    private var places: [Int: Int] = [:]

    /// Reads the forms of a page, or of its beginning while it arrives.
    public init(html: [UInt8]) {
        var parser = HTMLParser()
        parser.receive(html)
        parser.receiveEnd()
        // Never cut: a field may name a form at the other end of the page.
        while case .cut = parser.parse(cutBehind: .max, limit: .max) {}
        var reader = FormReader(parser.document)
        reader.walk()
        forms = reader.forms
        fields = reader.fields
        for (index, field) in fields.enumerated() { places[field.source] = index }
    }

    /// The index of the field whose tag stands at an offset in the source; nil for none.
    public func field(at source: Int) -> Int? { places[source] }

    /// The index of a field by what it is known by; nil when it is no longer there. Linear in the fields.
    public func field(_ key: PageField.Key) -> Int? { fields.firstIndex { $0.key == key } }

    /// The fields of a form by their indices, in page order. Linear in the fields.
    public func fields(of form: Int) -> [Int] { fields.indices.filter { fields[$0].form == form } }

    /// The radios that go off when one goes on, itself included: those with its name in its form (HTML standard
    /// §4.10.5.1.16). One without a name is alone.
    public func group(of radio: Int) -> [Int] {
        let field = fields[radio]
        guard !field.name.isEmpty else { return [radio] }
        return fields.indices.filter {
            fields[$0].kind == .radio && fields[$0].name == field.name && fields[$0].form == field.form
        }
    }

    /// The button that sends a form when none was pressed: its first one; nil for a form without (HTML standard
    /// §4.10.21.2).
    public func defaultButton(of form: Int) -> Int? {
        fields.firstIndex { $0.form == form && $0.isSubmitter }
    }
}

/// Walks a page's tree and gathers its forms and fields.
private struct FormReader {
    private let document: Document
    private(set) var forms: [PageForm] = []
    private(set) var fields: [PageField] = []
    private var numbers: [NodeID: Int] = [:]
    /// The form that a field names in its attribute.
    private var named: [Int: String] = [:]
    /// The list of suggestions that a field names.
    private var listed: [Int: String] = [:]
    /// The lists of suggestions by their ids, the first of each.
    private var lists: [String: NodeID] = [:]
    private var owners: [NodeID?] = []
    /// The elements around the present one, innermost last, and whether fields inside are disabled.
    private var around: [(node: NodeID, isDisabled: Bool)] = []

    init(_ document: Document) { self.document = document }

    mutating func walk() {
        var next = document.firstChild(of: .document)
        while let node = next {
            let child = goesInside(node) ? document.firstChild(of: node) : nil
            if let child {
                around.append((node, isDisabled(inside: node)))
                next = child
                continue
            }
            var last = node
            next = document.nextSibling(of: last)
            while next == nil, let parent = around.popLast() {
                last = parent.node
                next = document.nextSibling(of: last)
            }
        }
        associate()
    }

    /// Reads an element and says whether fields may stand inside it.
    private mutating func goesInside(_ node: NodeID) -> Bool {
        guard document.kind(of: node) == .element else { return false }
        switch document.tag(of: node) {
        case .form:
            numbers[node] = forms.count
            forms.append(
                PageForm(
                    action: document.string("action", of: node) ?? "",
                    method: PageForm.Method(document.string("method", of: node)),
                    encoding: PageForm.Encoding(document.string("enctype", of: node)),
                    charsets: document.string("accept-charset", of: node),
                    id: document.string("id", of: node) ?? ""))
        // What stands in a template is no part of the page, what stands in a datalist is never sent.
        case .template: return false
        case .datalist:
            if let id = document.string("id", of: node), lists[id] == nil { lists[id] = node }
            return false
        case .input, .button, .textarea: add(node)
        // A button in it opens it and sends nothing.
        case .select:
            add(node)
            return false
        default: break
        }
        return true
    }

    private mutating func add(_ node: NodeID) {
        guard var field = document.field(node) else { return }
        if around.last?.isDisabled ?? false { field.access = .disabled }
        if let id = document.string("form", of: node) { named[fields.count] = id }
        if field.kind == .text, let id = document.string("list", of: node) { listed[fields.count] = id }
        owners.append(document.form(of: node))
        fields.append(field)
    }

    /// A disabled fieldset disables all fields in it but those in its first legend.
    private func isDisabled(inside node: NodeID) -> Bool {
        let isAround = around.last?.isDisabled ?? false
        switch document.tag(of: node) {
        case .fieldset: return isAround || document.hasAttribute("disabled", of: node)
        case .legend where isAround: return !isFirstLegend(node)
        default: return isAround
        }
    }

    private func isFirstLegend(_ legend: NodeID) -> Bool {
        guard let set = around.last, document.tag(of: set.node) == .fieldset else { return false }
        // Disabled from further out stays disabled.
        if around.count > 1, around[around.count - 2].isDisabled { return false }
        var sibling = document.previousSibling(of: legend)
        while let node = sibling {
            if document.tag(of: node) == .legend { return false }
            sibling = document.previousSibling(of: node)
        }
        return true
    }

    /// Gives each field its form: the one it names, else the one that the parser gave it.
    private mutating func associate() {
        var ids: [String: Int] = [:]
        for (index, form) in forms.enumerated() where !form.id.isEmpty && ids[form.id] == nil {
            ids[form.id] = index
        }
        var counts: [PageField.Key: Int] = [:]
        for index in fields.indices {
            if let id = named[index] {
                fields[index].form = ids[id]
            } else {
                fields[index].form = owners[index].flatMap { numbers[$0] }
            }
            let key = fields[index].key
            fields[index].ordinal = counts[key, default: 0]
            counts[key, default: 0] += 1
        }
        settleRadios()
        for (index, id) in listed {
            guard let list = lists[id] else { continue }
            fields[index].suggestions = document.suggestions(in: list, for: fields[index].inputType)
        }
    }

    /// Of several radios of a group that the page has on, the last one is.
    private mutating func settleRadios() {
        struct Group: Hashable {
            var form: Int?
            var name: String
        }
        var last: [Group: Int] = [:]
        for (index, field) in fields.enumerated()
        where field.kind == .radio && field.isChecked && !field.name.isEmpty {
            let group = Group(form: field.form, name: field.name)
            if let earlier = last.updateValue(index, forKey: group) { fields[earlier].isChecked = false }
        }
    }
}
