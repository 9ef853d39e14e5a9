import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// What the reason says when a server or a proxy requires authentication.
@Suite struct ChallengeTests {
    @Test(
        arguments: [
            (401, ["Basic realm=x"], [], false), (401, ["Basic realm=x"], [.server], true),
            // Credentials sent to the proxy do not count as sent to the server.
            (401, ["Basic realm=x"], [.proxy], false), (401, [], [], false), (407, ["Bearer"], [], false),
            (407, ["Basic realm=x"], [.proxy], true), (407, ["Basic realm=x"], [.server], false),
        ] as [(Int, [String], Set<Ledger.Identified>, Bool)])
    func `a challenge names what is required, and whether credentials were rejected`(
        _ status: Int, _ values: [String], _ identified: Set<Ledger.Identified>, _ isIdentified: Bool
    ) throws {
        let name = status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate"
        let head = ResponseHead(
            version: "HTTP/1.1", status: status, reason: "",
            headers: Headers(values.map { HeaderField(name, $0) }), raw: [])
        let attempt = Attempt(
            number: 1, url: try #require(WebURL("http://quay.example/")),
            pageID: PageID(account: "", digest: "5d41"),
            stored: nil, asked: RequestConditions(), purpose: .ordinary)
        let reason = Reason.errorStatus(head, attempt, identified: identified)
        let challenge = Reason.Challenge(isProxy: status == 407, values: values, isIdentified: isIdentified)
        #expect(
            reason
                == .errorStatus(
                    .init(
                        status: status, phrase: "", url: attempt.url, purpose: .ordinary,
                        challenge: challenge, shown: .nothing)))
    }

    @Test(
        arguments: [
            (["Basic realm=\"a, Digest b\", charset=\"UTF-8\", Bearer"], ["basic", "bearer"]),
            (["Digest realm = \"x\\\", Basic\", qop=auth", "NTLM"], ["digest", "ntlm"]),
            (
                ["Newauth realm=\"apps\", type=1, title=\"L\\\"o\\\"\", Basic realm=\"simple\""],
                ["newauth", "basic"]
            ),
            ([""], []), ([",,"], []),
        ] as [([String], [String])])
    func `authentication schemes are parsed among commas and quoted strings`(
        _ values: [String], _ expected: [String]
    ) {
        #expect(Reason.Challenge.schemes(in: values) == expected)
    }
}
