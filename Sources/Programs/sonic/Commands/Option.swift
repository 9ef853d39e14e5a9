import ProgramArguments
import Workbench

/// The options of the program, by name.
enum Option: String, CaseIterable, Hashable {
    case help = "--help"
    case version = "--version"
    case json = "--json"
    case width = "--width"
    case links = "--links"
    case noStyles = "--no-css"
    case reader = "--reader"
    case charset = "--charset"
    case type = "--type"
    case cachePolicy = "--cache-policy"
    case source = "--source"
    case headers = "--headers"
    case print = "--print"
    case part = "--part"
    case account = "--account"
    case cache = "--cache"
    case isPrivate = "--private"
    case offline = "--offline"
    case reload = "--reload"
    case force = "--force"
    case header = "--header"
    case asClient = "--as"
    case without = "--without"
    case override = "--override"
    case method = "--method"
    case head = "--head"
    case request = "--request"
    case body = "--body"
    case form = "--form"
    case detached = "--no-store"
    case responseHeader = "--response-header"
    case userAgent = "--user-agent"
    case user = "--user"
    case authorities = "--cacert"
    case certificate = "--cert"
    case certificateKey = "--key"
    case insecure = "--insecure"
    case proxy = "--proxy"
    case timeout = "--timeout"
    case maxTime = "--max-time"
    case resolve = "--resolve"
    case hosts = "--hosts"
    case rule = "--rule"
    case name = "--name"
    case base = "--base"
    case updates = "--updates"
    case theme = "--theme"
    case color = "--color"
    case limit = "--limit"
    case log = "--log"
    case stdio = "--stdio"
    case clients = "--clients"
    case explain = "--explain"
    case har = "--har"
    case output = "--output"
    case secrets = "--secrets"
    case respond = "--respond"
    case expect = "--expect"
    case expectStatus = "--expect-status"
    case changed = "--changed"
    case defaults = "--defaults"
    case every = "--every"
    case times = "--times"
    case until = "--until"
    case exec = "--exec"
    case execTimeout = "--exec-timeout"
    case only = "--only"
    case filter = "--filter"
    case ignore = "--ignore"
    case tolerate = "--tolerate"
    case junit = "--junit"
    case allow = "--allow"
    case require = "--require"
    case strict = "--strict"
    case urls = "--urls"
    case baseline = "--baseline"
    case step = "--step"
    case count = "--count"

    /// The one-letter name; nil for none.
    var short: String? {
        // The letters of curl for options with the same meaning.
        let letters: [Option: String] = [
            .help: "-h", .header: "-H", .form: "-F", .output: "-o", .method: "-X", .head: "-I", .body: "-d",
            .insecure: "-k",
            .userAgent: "-A", .user: "-u", .proxy: "-x", .maxTime: "-m",
        ]
        return letters[self]
    }

    /// The former name, which is accepted but no longer shown; nil for none.
    var formerName: String? {
        let names: [Option: String] = [.override: "--lie", .detached: "--aside"]
        return names[self]
    }

    /// What is said about options that are gone; a row stays for one release.
    static let former = [
        "--pinned": "--pinned is gone: sonic forget page removes a page that is kept offline"
    ]

    /// The placeholder for its value; nil for an option without one.
    var placeholder: String? {
        switch self {
        case .help, .version, .json, .links, .noStyles, .reader, .source, .headers, .isPrivate, .offline,
            .reload, .force, .insecure, .stdio, .defaults, .explain, .secrets, .step, .detached,
            .head, .strict:
            nil
        case .width: "COLUMNS"
        case .print: "PART"
        case .part: "headers|body|template|block=NAME|page"
        case .account: "NAME"
        case .cache: "DIR"
        case .header, .responseHeader: "'NAME: VALUE'"
        case .asClient: "sonic|ios|android"
        case .without: "NAME"
        case .override: "NAME"
        case .method: "METHOD"
        case .body: "TEXT|@FILE"
        case .request: "FILE[#N]"
        case .form: "NAME=VALUE|NAME=@FILE"
        case .userAgent: "TEXT"
        case .user: "NAME[:PASSWORD]"
        case .authorities, .certificate, .certificateKey, .log, .junit, .baseline, .har, .respond, .output:
            "FILE"
        case .allow, .require: "RULE"
        case .urls: "FILE|-"
        case .proxy: "URL"
        case .timeout, .maxTime: "SECONDS"
        case .resolve: "HOST[:PORT]:ADDRESS"
        case .hosts: "FILE"
        case .name, .charset, .cachePolicy: "NAME"
        case .base, .updates: "URL"
        case .rule: "'PATTERN => ACTION'"
        case .theme: "NAME|FILE"
        case .type: "TYPE"
        case .color: "WHEN"
        case .limit: "SIZE"
        case .clients: "[ios,android]"
        case .every: "TIME"
        case .times, .tolerate: "N"
        case .only, .ignore: "SELECTOR"
        case .filter: "FILTER"
        case .count: "[N]"
        case .until, .expect: "OUTCOME"
        case .expectStatus: "STATUS"
        case .changed: "NAMES"
        case .exec: "COMMAND"
        case .execTimeout: "SECONDS"
        }
    }

    /// Whether its value is a path, or may be one.
    var takesPath: Bool {
        let words = placeholder?.split(separator: "|") ?? []
        return words.contains("FILE") || words.contains("DIR")
    }

    /// The words that its value consists of, separated by commas; without a value, all of them. Nil for an
    /// option that always has a value, or none.
    var choices: [String]? { self == .clients ? ClientModel.allCases.map(\.rawValue) : nil }

    /// Whether it has a value.
    var scannedValue: ArgumentScanner<Option>.Value {
        if let choices { return .optional { Self.are($0, of: choices) } }
        if self == .version || self == .count { return .optional { Int($0) != nil } }
        return placeholder == nil ? .none : .required
    }

    /// Whether a text consists of these words, separated by commas.
    static func are(_ text: String, of choices: [String]) -> Bool {
        text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            choices.contains(String($0))
        }
    }

    /// Its description for the help.
    var help: String {
        switch self {
        case .help: "show this help"
        case .version: "show the version; with N, for cache show: the stored version N"
        case .json: "print one JSON object"
        case .width: "lay out for this many columns"
        case .links: "number the links, and list them at the end"
        case .noStyles: "show all text, as if the page had no styles"
        case .reader: "print only the main text, as the reader view (M-r)"
        case .cachePolicy:
            "cache policy: one of NSURLRequest such as returnCacheDataElseLoad, or a mode of Fetch such as force-cache"
        case .charset:
            "decode pages with this encoding, not the declared one; auto: the declared one, not the configuration's"
        case .type: "treat it as html, text, markdown, feed, xml or a media type, not as declared"
        case .source:
            "print the page's bytes as received; with watch, also count changes that the text does not show; with diff, "
                + "compare byte by byte, with signs for line endings and other invisible bytes"
        case .headers: "print the response headers first"
        case .print: "print only the bytes of this part"
        case .part: "compare only this part: headers by name, body and page by their text"
        case .account: "use this account's pages and cookies"
        case .cache: "store pages in this folder"
        case .isPrivate: "keep pages and cookies in memory only"
        case .offline: "show stored pages, request nothing"
        case .reload: "make caches on the way revalidate with the origin"
        case .force: "request the page without stored data"
        case .header: "add a request header; without a value, remove it"
        case .responseHeader: "add a header to responses that do not have it"
        case .without: "send no header of this name"
        case .override:
            "without storing, override part of the request: no-tags, old-tags[=N], wrong-tag, no-accept-diff, no-cookies, account=NAME, "
                + "encoding=CODING"
        case .method: "without storing, use this request method"
        case .head: "without storing, send HEAD and print the response headers"
        case .request: "without storing, send this request of an .http file; N if it contains several"
        case .body: "without storing, send this body, by POST unless --method says otherwise"
        case .form:
            "without storing, send this field in a multipart form, @FILE for a file; repeat it for more fields"
        case .detached: "store nothing of this request, cookies included"
        case .asClient: "send the headers of this client, in its order and case"
        case .userAgent: "send this User-Agent"
        case .user: "user name and password for pages that require them"
        case .authorities: "trust only the certificate authorities in this file"
        case .certificate: "client certificate"
        case .certificateKey: "private key of --cert, if it is not in the same file"
        case .insecure: "accept any certificate (shown on every screen)"
        case .proxy: "send requests through this proxy"
        case .timeout: "timeout for a connection, for a response, and for its next bytes"
        case .maxTime:
            "time limit of the whole run; in the browser, watch and engine, of each page (3600)"
        case .resolve: "connect to this address for the host; Host and TLS name stay"
        case .hosts: "take addresses of hosts from this file, reread when it changes"
        case .name: "the package's name"
        case .base: "the address under which the package's files are served"
        case .updates: "the address of the package's manifest, for updates"
        case .rule: "map, block or change requests: to a URL, a file, block, set, add, remove"
        case .theme: "use this theme: auto, a name, or a .json5 file"
        case .color: "colours: auto, never, and for dump always; NO_COLOR means never"
        case .defaults: "print a configuration file with all settings and their defaults"
        case .limit: "shrink the cache to this many bytes (K, M, G)"
        case .log: "append the events of sessions to this file, one JSON object per line"
        case .clients: "show what VasSonic's own clients would do with the response"
        case .explain: "explain each step: cache, request, response, checks, storage, page"
        case .har: "write the session to this file as HAR 1.2, secrets masked; - is standard output"
        case .output:
            "save the response's body in this file, which must not exist; an interrupted download resumes"
        case .secrets:
            "do not mask cookies, names, passwords and posted data in --har and --explain"
        case .respond:
            "take the response from this file, headers and body, and send no request; repeat it for further requests"
        case .expect: "fail unless the outcome is this one"
        case .expectStatus: "fail unless the last response has this status"
        case .changed: "fail unless exactly these blocks changed: comma-separated names"
        case .every: "interval between polls: 5, 500ms, 2m, 1h; default from the configuration (10 s)"
        case .times: "end after this many polls of each page"
        case .until: "end with status 0 at this outcome, at any change, or at any failure"
        case .exec:
            "run this with sh at each change, with the change on standard input and SONIC_URL and others set"
        case .filter: "show only matching rows: outcome:template-change client:iphone has:error"
        case .only: "count only changes within these elements: a CSS selector, or a pattern such as /Rain*/"
        case .ignore: "ignore changes within these elements, given as for --only"
        case .tolerate: "ignore up to N failures in a row (0)"
        case .execTimeout: "end the command after this time (60)"
        case .junit: "write the results to this file as JUnit XML"
        case .allow: "do not fail if this rule is broken: its name or number"
        case .require: "fail if this rule is broken, also a SHOULD: its name or number"
        case .strict: "fail if any rule is broken, also a SHOULD"
        case .urls: "also check the addresses in this file, one per line"
        case .baseline: "fail only for rules not broken in this earlier output of --json"
        case .step: "print each event and effect; on a terminal, Enter runs the next step"
        case .count:
            "with history, list at most N sessions (50); with unread, print only the number of pages with changes"
        case .stdio: "requests on standard input, responses on standard output"
        }
    }

    /// Returns its description for the help of one command.
    func help(for command: Command) -> String {
        switch (self, command) {
        case (.version, .cache): "show the version; with N, for show: the stored version N"
        case (.version, _): "show the version"
        case (.count, .history): "list at most N sessions (50)"
        case (.count, .unread): "print only the number of pages with changes"
        case (.expect, .replay): "fail unless the outcome of the last session is this one"
        case (.expectStatus, .replay): "fail unless the last response of the last session has this status"
        case (.changed, .replay):
            "fail unless exactly these blocks changed in the last session: comma-separated names"
        case (.source, .watch): "also count changes that the text does not show"
        case (.source, .diff): "compare byte by byte, with signs for line endings and other invisible bytes"
        case (.source, _): "print the page's bytes as received"
        case _: help
        }
    }

    /// The options of every command that opens a page.
    static let opening: [Option] =
        [
            .account, .cache, .isPrivate, .offline, .header, .responseHeader, .userAgent, .user,
        ] + connecting

    /// Those of them about connections to servers.
    static let connecting: [Option] = [
        .authorities, .certificate, .certificateKey, .insecure, .proxy, .timeout, .maxTime, .resolve, .hosts,
        .rule,
    ]
}
