import Browser
import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

/// The changes that `sonic get` makes to its request before it is sent without storing the response.
struct EditedRequest {
    private let overrides: [String]
    private let method: String?
    /// The body to be posted, with the value of Content-Type if it has its own.
    private let body: (content: RequestBody, type: String?)?
    /// The request in a file, which is sent as written; nil for the ordinary one.
    private let written: Request?

    /// Creates the changes in the options; nil if the session is an ordinary one.
    /// - Parameter written: The request in a file.
    init?(_ arguments: Arguments, _ written: Request?) throws(Arguments.Mistake) {
        // A 304 would lack most of the requested headers, and nothing is stored that it could confirm.
        let named = arguments.all(.override)
        overrides = named.isEmpty && arguments.has(.head) ? ["no-tags"] : named
        method = arguments.value(.method) ?? (arguments.has(.head) ? "HEAD" : nil)
        let fields = arguments.all(.form)
        self.written = written
        guard
            arguments.has(.detached) || !overrides.isEmpty || method != nil || arguments.value(.body) != nil
                || !fields.isEmpty || written != nil
        else {
            return nil
        }
        guard !arguments.has(.offline) else {
            throw .init(message: "--offline sends no requests, so none can be changed or resent")
        }
        if arguments.has(.head), method != "HEAD" || arguments.value(.body) != nil || !fields.isEmpty {
            throw .init(message: "--head sends HEAD without a body; leave out the other method or body")
        }
        if let method, !HeaderField(method, "").isWellFormed {
            throw .init(message: "--method “\(method)” is not a valid method")
        }
        switch arguments.value(.body) {
        case nil: body = fields.isEmpty ? nil : try Self.form(fields)
        case .some where !fields.isEmpty: throw .init(message: "--body and --form both set the body; use one")
        case let text? where text.hasPrefix("@"):
            body = (RequestBody(try InputFile.bytes(String(text.dropFirst()), of: .body)), nil)
        case let text?: body = (RequestBody(Array(text.utf8)), nil)
        }
        for name in overrides { _ = try Self.override(name, nil) }
    }

    /// Returns the request in a file, or of a command for curl; nil if no file is given.
    static func written(_ arguments: Arguments) throws(Arguments.Mistake) -> Request? {
        let option: Option = arguments.value(.curl) == nil ? .request : .curl
        guard let name = arguments.value(option) else { return nil }
        // A file of several requests is named with a number, such as `requests.http#2`.
        let (path, number) = option == .curl ? (name, nil) : RequestFile.reference(name)
        let text = Bytes.text(try InputFile.bytes(path, of: option, limit: longestFile))
        do throws(MessageMistake) {
            guard option == .curl else {
                return try RequestFile(text, domainToASCII: DomainName.ascii).request(number)
            }
            let command = try CurlCommand(text, hashes: .nettle, domainToASCII: DomainName.ascii)
            if command.acceptsAnyCertificate, !arguments.has(.insecure) {
                Console.complain("-k is left out: --insecure accepts any certificate")
            }
            return command.request
        } catch {
            throw .init(message: "\(option.longName) \(path): \(error.description)")
        }
    }

    /// Returns the text of a file of requests, or the reason why there is none.
    @concurrent static func text(ofFile path: String) async -> Result<String, QueryRefusal> {
        do throws(InputFile.Failure) {
            return .success(Bytes.text(try InputFile.bytes(path, limit: longestFile)))
        } catch {
            return .failure(QueryRefusal(error.message.ended))
        }
    }

    /// The maximum length of a file of requests, in bytes.
    private static let longestFile = 16 << 20

    /// Creates the detached session.
    func session(_ order: SessionOrder, _ world: World) async throws(Arguments.Mistake) -> (
        DetachedSession, RequestOverrides
    ) {
        guard !overrides.isEmpty || method != nil || body != nil || written != nil else {
            return (DetachedSession(order, nil, RequestOverrides(), world.engine), RequestOverrides())
        }
        let materials = await world.materials(order)
        guard let request = materials.ordinary ?? written.map({ Request(url: $0.url) }) else {
            throw .init(message: "no request would be sent to \(order.url.href), so there is none to change")
        }
        var draft = written ?? request
        // A body is posted, as in curl, unless another method is given.
        draft.method = method ?? (body == nil ? draft.method : "POST")
        if let body { draft.body = body.content }
        if let type = body?.type { draft.headers.overlay([HeaderField("Content-Type", type)]) }
        var changes: [RequestOverride] = []
        for name in overrides {
            if let change = try Self.override(name, materials) { changes.append(change) }
        }
        let overrides = RequestOverrides(changes)
        return (DetachedSession(order, draft, overrides, world.engine), overrides)
    }

    /// Returns a form with the fields given as `NAME=VALUE` and `NAME=@FILE`.
    private static func form(_ fields: [String]) throws(Arguments.Mistake) -> (RequestBody, String) {
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
            do throws(CommandFailure) {
                entries.append(FormEntry(name, try finder.file(String(value.dropFirst()))))
            } catch {
                throw .init(message: "--form \(name): \(error.message)")
            }
        }
        return FormBody.multipart(entries, hashes: .nettle)
    }

    /// Returns the override with a name.
    /// - Parameter materials: The materials for overrides; nil to check only the name, and the result of an
    ///   override that needs materials is then nil.
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
