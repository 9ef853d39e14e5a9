import Diagnostics
import SonicProtocol
import SonicSession
import SystemLibraries

/// What `sonic get` is to change in its request before it is sent without storing the response.
struct EditedRequest {
    private let overrides: [String]
    private let method: String?
    private let body: Body?

    /// What is posted.
    private enum Body {
        /// These bytes.
        case bytes([UInt8])
        /// A form of parts, with the value of Content-Type.
        case form(RequestBody, type: String)
    }

    /// The changes that the options name; nil where the session is an ordinary one.
    init?(_ arguments: Arguments) throws(Arguments.Mistake) {
        overrides = arguments.all(.override)
        method = arguments.value(.method)
        let fields = arguments.all(.form)
        guard
            arguments.has(.detached) || !overrides.isEmpty || method != nil || arguments.value(.body) != nil
                || !fields.isEmpty
        else {
            return nil
        }
        guard !arguments.has(.offline) else {
            throw .init(message: "--offline requests nothing, so no request can be changed or resent")
        }
        if let method, !HeaderField(method, "").isWellFormed {
            throw .init(message: "--method “\(method)” is not a valid method")
        }
        switch arguments.value(.body) {
        case nil: body = fields.isEmpty ? nil : try Self.form(fields)
        case .some where !fields.isEmpty:
            throw .init(message: "--body and --form are two bodies; give one of them")
        case let text? where text.hasPrefix("@"):
            do throws(InputFile.Failure) {
                body = .bytes(try InputFile.bytes(String(text.dropFirst())))
            } catch {
                throw .init(message: "--body: \(error.message)")
            }
        case let text?: body = .bytes(Array(text.utf8))
        }
        for name in overrides { _ = try Self.override(name, nil) }
    }

    /// Begins the detached session.
    func session(_ order: SessionOrder, _ world: World) async throws(Arguments.Mistake) -> (
        DetachedSession, RequestOverrides
    ) {
        guard !overrides.isEmpty || method != nil || body != nil else {
            return (DetachedSession(order, nil, RequestOverrides(), world.engine), RequestOverrides())
        }
        let materials = await world.materials(order)
        guard let request = materials.ordinary else {
            throw .init(message: "no request would go out to \(order.url.href), so there is none to change")
        }
        var draft = RequestDraft(request)
        // A body is posted, as curl does it, unless another method is named.
        draft.method = method ?? (body == nil ? draft.method : "POST")
        switch body {
        case .bytes(let bytes): draft.body = RequestBody(bytes)
        case .form(let form, let type):
            draft.body = form
            draft.fields.removeAll { $0.isNamed("Content-Type") }
            draft.fields.append(HeaderField("Content-Type", type))
        case nil: break
        }
        var changes: [RequestOverride] = []
        for name in overrides {
            if let change = try Self.override(name, materials) { changes.append(change) }
        }
        let overrides = RequestOverrides(changes)
        return (DetachedSession(order, draft, overrides, world.engine), overrides)
    }

    /// A form of the fields that are given as `NAME=VALUE` and `NAME=@FILE`.
    private static func form(_ fields: [String]) throws(Arguments.Mistake) -> Body {
        let finder = FileFinder(home: nil)
        var entries: [FormEntry] = []
        for field in fields {
            guard let equals = field.firstIndex(of: "=") else {
                throw .init(message: "--form takes NAME=VALUE or NAME=@FILE, not “\(field)”")
            }
            let (name, value) = (String(field[..<equals]), field[field.index(after: equals)...])
            guard value.hasPrefix("@") else {
                entries.append(FormEntry(name, String(value)))
                continue
            }
            do throws(FileFinder.Refusal) {
                entries.append(FormEntry(name, try finder.file(String(value.dropFirst()))))
            } catch {
                throw .init(message: "--form \(name): \(error.reason)")
            }
        }
        let boundary = FormBody.boundary(entries, hashes: .nettle)
        return .form(
            FormBody.multipart(entries, boundary: boundary), type: "multipart/form-data; boundary=" + boundary
        )
    }

    /// The override of a name.
    /// - Parameter materials: What the overrides can be about; nil when only the name is to be looked at, and then nothing
    ///   comes back.
    private static func override(_ text: String, _ materials: ResendMaterials?) throws(Arguments.Mistake)
        -> RequestOverride?
    {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let value = halves.count == 2 ? halves[1] : nil
        switch (halves[0], value) {
        case ("no-tags", nil): return .noTags
        case ("wrong-tag", nil): return .wrongTags
        case ("no-accept-diff", nil): return .noAcceptDiff
        case ("no-cookies", nil): return .noCookies
        case ("encoding", let coding?):
            guard HeaderField("Accept-Encoding", coding).isWellFormed else { break }
            return .encoding(coding)
        case ("account", let name?):
            guard let materials else { return nil }
            return .account(name, cookies: materials.accounts.first { $0.name == name }?.cookies)
        case ("old-tags", let number):
            guard number == nil || number.flatMap({ Int($0) }) != nil else { break }
            guard let materials else { return nil }
            let wanted = number.flatMap { Int($0) }
            let found = materials.versions.first { $0.number == wanted }
            guard let tags = wanted == nil ? materials.versions.dropFirst().first : found else {
                let numbers = materials.versions.map { "\($0.number)" }.joined(separator: ", ")
                throw .init(
                    message: "--override \(text): unknown version; stored are: "
                        + (numbers.isEmpty ? "none" : numbers))
            }
            return .oldTags(tags)
        default: break
        }
        throw .init(
            message: "unknown override “\(text)”; use no-tags, old-tags[=N], wrong-tag, no-accept-diff, "
                + "no-cookies, account=NAME and encoding=CODING")
    }
}
