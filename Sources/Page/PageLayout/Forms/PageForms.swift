import HTML

/// The forms of a page with all their fields, including those not shown.
///
/// They are parsed from the page's source when the user first touches a field, so layout and scrolling cost nothing for
/// them. Linear in the bytes.
public struct PageForms: Sendable, Equatable {
    /// The forms, in page order.
    public private(set) var forms: [PageForm] = []
    /// The fields, in page order.
    public private(set) var fields: [PageField] = []
    /// The index of each field by the offset of its tag.
    private var places: [Int: Int] = [:]

    /// Parses the forms of a page, or of its beginning while it arrives.
    public init(html: [UInt8]) {
        var parser = HTMLParser(isXML: false)
        parser.receive(html)
        parser.receiveEnd()
        // Never cut: a field may refer to a form at the other end of the page.
        while case .cut = parser.parse(cutBehind: .max, limit: .max) {}
        var reader = FormReader(parser.document)
        reader.walk()
        forms = reader.forms
        fields = reader.fields
        for (index, field) in fields.enumerated() { places[field.source] = index }
    }

    /// Returns the index of the field whose tag is at an offset in the source; nil if there is none.
    public func field(at source: Int) -> Int? { places[source] }

    /// Returns the index of the field with an identity; nil if it no longer exists. Linear in the fields.
    public func field(_ key: PageField.Key) -> Int? { fields.firstIndex { $0.key == key } }

    /// Returns the indices of the fields of a form, in page order. Linear in the fields.
    public func fields(of form: Int) -> [Int] { fields.indices.filter { fields[$0].form == form } }

    /// Returns the radio buttons of a group, of which one at most is checked: those with the same name in the same form
    /// (HTML standard §4.10.5.1.16). One without a name is a group alone.
    public func group(of radio: Int) -> [Int] {
        let field = fields[radio]
        guard !field.name.isEmpty else { return [radio] }
        return fields.indices.filter {
            fields[$0].kind == .radio && fields[$0].name == field.name && fields[$0].form == field.form
        }
    }

    /// Returns the button that submits a form if none was pressed: its first one; nil if there is none (HTML standard
    /// §4.10.21.2).
    public func defaultButton(of form: Int) -> Int? {
        fields.firstIndex { $0.form == form && $0.isSubmitter }
    }
}

/// Traverses a page's tree and collects its forms and fields.
private struct FormReader {
    private let document: Document
    private(set) var forms: [PageForm] = []
    private(set) var fields: [PageField] = []
    private var numbers: [NodeID: Int] = [:]
    /// The id in the `form` attribute of each field that has one.
    private var named: [Int: String] = [:]
    /// The id in the `list` attribute of each field that has one.
    private var listed: [Int: String] = [:]
    /// The first field with each id.
    private var ids: [String: Int] = [:]
    /// The ids in the `for` attributes of labels, and the labels.
    private var labels: [(id: String, label: NodeID)] = []
    /// The label around the current element that has no field yet (HTML standard §4.10.4).
    private var label: NodeID?
    /// The lists of suggestions by id; the first one with each id.
    private var lists: [String: NodeID] = [:]
    private var owners: [NodeID?] = []
    /// The ancestors of the current element, innermost last, and whether fields inside them are disabled.
    private var around: [(node: NodeID, isDisabled: Bool)] = []

    init(_ document: Document) { self.document = document }

    mutating func walk() {
        var next = document.firstChild(of: .document)
        while let node = next {
            let child = goesInside(node) ? document.firstChild(of: node) : nil
            if let child {
                around.append((node, isDisabled(inside: node)))
                if document.tag(of: node) == .label {
                    label = document.hasAttribute("for", of: node) ? nil : node
                }
                next = child
                continue
            }
            var last = node
            next = document.nextSibling(of: last)
            while next == nil, let parent = around.popLast() {
                last = parent.node
                if last == label { label = nil }
                next = document.nextSibling(of: last)
            }
        }
        associate()
    }

    /// Reads an element and returns whether it may contain fields.
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
        // The content of a template is not part of the page, and that of a datalist is never submitted.
        case .template: return false
        case .datalist:
            if let id = document.string("id", of: node), lists[id] == nil { lists[id] = node }
            return false
        case .label:
            if let id = document.string("for", of: node) { labels.append((id, node)) }
        case .input, .button, .textarea: add(node)
        // A button inside a select opens it and submits nothing.
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
        if let id = document.string("id", of: node), ids[id] == nil { ids[id] = fields.count }
        if field.kind != .hidden, let label {
            if field.title.isEmpty { field.title = document.labelText(label) }
            self.label = nil
        }
        owners.append(document.form(of: node))
        fields.append(field)
    }

    /// Whether fields inside an element are disabled: a disabled fieldset disables all fields in it except those in its
    /// first legend.
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
        // An outer disabled fieldset still applies.
        if around.count > 1, around[around.count - 2].isDisabled { return false }
        var sibling = document.previousSibling(of: legend)
        while let node = sibling {
            if document.tag(of: node) == .legend { return false }
            sibling = document.previousSibling(of: node)
        }
        return true
    }

    /// Assigns each field to its form: the one it refers to, otherwise the one that the parser assigned.
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
        for (id, label) in labels {
            guard let index = self.ids[id], fields[index].title.isEmpty else { continue }
            fields[index].title = document.labelText(label)
        }
        for index in fields.indices where fields[index].title.isEmpty {
            fields[index].title = fields[index].label.isEmpty ? fields[index].name : fields[index].label
        }
        for (index, id) in listed {
            guard let list = lists[id] else { continue }
            fields[index].suggestions = document.suggestions(in: list, for: fields[index].inputType)
        }
    }

    /// Unchecks all but the last of several radio buttons that the page checks in a group.
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

/// A form of a page: where and how its fields are submitted (HTML standard §4.10.18.6).
public struct PageForm: Hashable, Sendable {
    /// The way in which the fields are submitted.
    public enum Method: String, Hashable, Sendable {
        /// In the query of a URL.
        case get
        /// In the body of a POST request.
        case post
        /// Not submitted: the form closes a dialog.
        case dialog

        /// The method in an attribute; `get` if it is missing or unknown.
        init(_ name: String?) { self = name.flatMap { Method(rawValue: $0.lowercased()) } ?? .get }
    }

    /// The encoding of the fields; the raw value is that of `enctype`.
    public enum Encoding: String, Hashable, Sendable {
        /// `name=value` pairs joined by `&`.
        case urlEncoded = "application/x-www-form-urlencoded"
        /// A part for each field.
        case multipart = "multipart/form-data"
        /// `name=value` lines that people can read.
        case plainText = "text/plain"

        /// The encoding in an attribute; `urlEncoded` if it is missing or unknown.
        init(_ name: String?) { self = name.flatMap { Encoding(rawValue: $0.lowercased()) } ?? .urlEncoded }
    }

    /// The address as written in the page; empty for that of the page.
    public var action: String
    /// The method.
    public var method: Method
    /// The encoding of the fields.
    public var encoding: Encoding
    /// The labels of the character encodings that the form accepts, as written in the page (`accept-charset`); nil for
    /// that of the page.
    public var charsets: String?
    /// The element's id, by which fields outside it refer to it; empty if there is none.
    public var id: String

    /// The properties of a form that a button overrides; nil for those it does not.
    public struct Override: Hashable, Sendable {
        /// The address.
        var action: String?
        var method: Method?
        var encoding: Encoding?
    }

    /// Returns the form as a button submits it.
    public func applying(_ override: Override) -> PageForm {
        var form = self
        if let action = override.action { form.action = action }
        if let method = override.method { form.method = method }
        if let encoding = override.encoding { form.encoding = encoding }
        return form
    }
}
