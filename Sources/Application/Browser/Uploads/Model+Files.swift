import CellGrid
import PageLayout
import SonicProtocol

// Local files that a form uploads.
extension Model {
    /// Opens a prompt for the paths of a field's files.
    mutating func typeFiles(of field: PageField) {
        guard !field.takesFolder else {
            notice = .refusal(
                "This field takes a folder; only single files can be sent, so it stays empty.")
            return
        }
        guard let place = inPage(field) else { return }
        let paths = document?.reader.filling.files[field.key, default: []].map { Bytes.text($0.path) } ?? []
        prompt = .field(FieldLine(paths.joined(separator: "\n"), in: place))
        var words = keys.namingKeys("{complete} completes the path; an empty line selects no file.")
        if field.takesMany { words += keys.namingKeys(" {line-break} starts the path of another file.") }
        if !field.accepted.isEmpty { words += " The page asks for \(VisibleText.line(field.accepted))." }
        notice = .news(words)
    }

    /// Looks up the files at the typed paths; the prompt stays open until they are found.
    mutating func acceptFiles(_ text: String, in place: FieldInPage) -> [Effect] {
        let paths = text.split(separator: "\n").map(String.init)
        guard place.field.takesMany || paths.count < 2 else {
            return notify(.failure("This field takes one file."))
        }
        let reply = QueryReply(of: account.name, unlessRefused: { $0.accept(files: $1, in: place) })
        return [.ask(.files(paths: paths, reply))]
    }

    /// Completes the path under the cursor: the last one of several lines.
    mutating func completePath(_ line: FieldLine) -> [Effect] {
        var line = line
        // A folder that was chosen from the list gets a new list of its content.
        if !line.isListed || !line.editor.text.hasSuffix("/"), line.goDown() {
            prompt = .field(line)
            return []
        }
        let path = Self.parted(line.editor.text).path
        return [.ask(.completions(of: path, reply { $0.complete($1, for: path) }))]
    }

    /// Splits a text into the lines before the last one, with their line breaks, and the last line.
    private static func parted(_ text: String) -> (before: String, path: String) {
        let end = text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
        return (String(text[..<end]), String(text[end...]))
    }

    /// Accepts the files. Until they are found the prompt stays open, so that the path can be fixed.
    private mutating func accept(files: [SentFile], in place: FieldInPage) -> [Effect] {
        guard closeLine(of: place), isThere(place) else { return [] }
        document?.reader.filling.files[place.field.key] = files.isEmpty ? nil : files
        notify(files, place.field)
        return []
    }

    private mutating func complete(_ found: [FoundPath], for path: String) {
        guard case .field(var line) = prompt, line.place.field.kind == .file else { return }
        let (before, typed) = Self.parted(line.editor.text)
        // The text was edited meanwhile, so the result is outdated.
        guard typed == path else { return }
        guard !found.isEmpty else {
            notice = .refusal("No file or folder begins with \(VisibleText.line(path)).")
            return
        }
        let common = String.commonBeginning(of: found.map(\.path))
        if common.count > path.count || found.count == 1 { line.replace(by: before + common) }
        let entries = found.map { found in
            Shortlist.Entry(
                before + found.path, name: VisibleText.line(found.path), detail: found.size?.byteText ?? "")
        }
        line.offer(found.count > 1 ? entries : [])
        prompt = .field(line)
    }

    /// Closes the prompt of a field. Returns false if another prompt is open by now.
    private mutating func closeLine(of place: FieldInPage) -> Bool {
        guard case .field(let line) = prompt, line.place == place else { return false }
        prompt = nil
        return true
    }

    private mutating func notify(_ files: [SentFile], _ field: PageField) {
        guard !files.isEmpty else {
            notice = .news("No file is sent.")
            return
        }
        var words = files.map(\.label).joined(separator: ", ")
        if files.count > 3 {
            let size = files.reduce(0) { $0 + $1.stamp.size }
            words = "\(files.count) files, \(size.byteText) together"
        }
        if let odd = files.first(where: { !$0.fits(field.accepted) }) {
            words +=
                "; the page asks for \(VisibleText.line(field.accepted)), and "
                + "\(VisibleText.line(odd.name)) is \(odd.type)"
        }
        let sends = field.form == nil ? "" : " \(keys.keyName(of: .sendForm)) sends the form."
        notice = .news(words + "." + sends)
    }
}
