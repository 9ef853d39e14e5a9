import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// What the reason says when a server or a proxy requires authentication.
@Suite struct ChallengeTests {
    private func words(
        _ status: Int, _ challenges: [String], identified: Set<Ledger.Identified> = []
    ) throws -> String {
        let name = status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate"
        let head = ResponseHead(
            version: "HTTP/1.1", status: status, reason: "",
            headers: Headers(challenges.map { HeaderField(name, $0) }),
            raw: [])
        let attempt = Attempt(
            number: 1, url: try #require(WebURL("http://quay.example/")),
            pageID: PageID(account: "", digest: "5d41"),
            stored: nil, asked: RequestConditions(), purpose: .ordinary)
        return Reason.errorStatus(head, attempt, identified: identified).words
    }

    @Test(
        arguments: [
            (
                401, ["Basic realm=\"a, Bearer b\""], [],
                "it requires a user name and password; give them with --user"
            ),
            (
                401, ["Digest realm=x, nonce=y"], [.server],
                "it rejected the user name or password that was sent"
            ),
            // Credentials sent to the proxy do not count as sent to the server.
            (401, ["Basic realm=x"], [.proxy], "it requires a user name and password; give them with --user"),
            (
                401, ["Bearer realm=\"api\""], [],
                "it requires a token; give it with -H 'Authorization: Bearer TOKEN'"
            ),
            (401, ["bearer error=invalid_token"], [.server], "it rejected the token that was sent"),
            (
                401, ["Bearer", "Basic realm=x"], [],
                "it requires a user name and password; give them with --user"
            ),
            (401, ["Negotiate"], [], "an authentication scheme that this program does not support"),
            (401, ["Negotiate"], [.server], "it rejected the credentials that were sent"),
            (401, [], [], "WWW-Authenticate is missing"),
            (407, ["Basic realm=x"], [], "the proxy answered 407"),
            (407, ["Basic realm=x"], [], "put them into its address: http://NAME:PASSWORD@HOST:PORT"),
            (407, ["Basic realm=x"], [.proxy], "it rejected the user name or password that was sent"),
            (407, ["Bearer"], [], "-H 'Proxy-Authorization: Bearer TOKEN'"),
        ] as [(Int, [String], Set<Ledger.Identified>, String)])
    func `a challenge names the credentials required, and whether they were rejected`(
        _ status: Int, _ challenges: [String], _ identified: Set<Ledger.Identified>, _ expected: String
    ) throws {
        let told = try words(status, challenges, identified: identified)
        #expect(told.contains(expected), "\(told)")
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
