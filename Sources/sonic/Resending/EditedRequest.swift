import Naming
import Resending
import SonicProtocol
import SonicSession

/// What `sonic get` is to change in its request before that is sent aside.
struct EditedRequest {
    private let lies: [String]
    private let method: String?
    private let body: [UInt8]?

    /// The changes that the options name; nil where the session does not stand aside.
    init?(_ arguments: Arguments) throws(Arguments.Mistake) {
        lies = arguments.all(.lie)
        method = arguments.value(.method)
        guard arguments.has(.aside) || !lies.isEmpty || method != nil || arguments.value(.body) != nil else {
            return nil
        }
        guard !arguments.has(.offline) else {
            throw .init(message: "--offline asks no server, and a request that is sent aside has to")
        }
        if let method, !HeaderField(method, "").isWellFormed {
            throw .init(message: "--method “\(method)” is no method")
        }
        switch arguments.value(.body) {
        case nil: body = nil
        case let text? where text.hasPrefix("@"):
            do throws(InputFile.Failure) {
                body = try InputFile.bytes(String(text.dropFirst()))
            } catch {
                throw .init(message: "--body: \(error.message)")
            }
        case let text?: body = Array(text.utf8)
        }
        for name in lies { _ = try Self.lie(name, nil) }
    }

    /// Begins the session that stands aside.
    func session(_ order: SessionOrder, _ world: World) async throws(Arguments.Mistake) -> (
        AsideSession, Lies
    ) {
        guard !lies.isEmpty || method != nil || body != nil else {
            return (AsideSession(order, nil, Lies(), world.engine), Lies())
        }
        let materials = await world.materials(order)
        guard let request = materials.ordinary else {
            throw .init(message: "no request would go out to \(order.url.href), so there is none to change")
        }
        var draft = RequestDraft(request)
        // A body is posted, as curl does it, unless another method is named.
        draft.method = method ?? (body == nil ? draft.method : "POST")
        draft.body = body ?? draft.body
        var told: [Lie] = []
        for name in lies {
            if let lie = try Self.lie(name, materials) { told.append(lie) }
        }
        return (AsideSession(order, draft, Lies(told), world.engine), Lies(told))
    }

    /// The lie of a name.
    /// - Parameter materials: What the lies can be about; nil when only the name is to be looked at, and then nothing
    ///   comes back.
    private static func lie(_ text: String, _ materials: ResendMaterials?) throws(Arguments.Mistake) -> Lie? {
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
                    message: "--lie \(text): there is no such version; stored are: "
                        + (numbers.isEmpty ? "none" : numbers))
            }
            return .oldTags(tags)
        default: break
        }
        throw .init(
            message: "there is no lie “\(text)”; there are no-tags, old-tags[=N], wrong-tag, no-accept-diff, "
                + "no-cookies, account=NAME and encoding=CODING")
    }
}
