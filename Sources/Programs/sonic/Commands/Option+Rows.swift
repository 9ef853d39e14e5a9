import Browser
import BrowserServices
import Configuration
import HTML
import ProgramArguments
import SonicProtocol
import SonicSession
import Workbench

// The options: name, description, and what is said of the value. The row of a command lists those that it takes.
extension Option {
    static let help = Option("--help", short: "-h", "show this help")
    static let version = Option(
        "--version", "show the version; with N, for cache show: the stored version N", allowsNumber: true)
    static let json = Option("--json", "print one JSON object")
    static let width = Option("--width", "lay out for this many columns", takes: "COLUMNS")
    static let links = Option("--links", "number the links, and list them at the end")
    static let noStyles = Option("--no-css", "show all text, as if the page had no styles")
    static let reader = Option("--reader", "print only the main text, as the reader view (M-r)")
    static let charset = Option(
        "--charset",
        "decode pages with this encoding, not the declared one; auto: the declared one, not the configuration's",
        takes: "NAME", of: .words([ChosenEncoding.automaticName] + CharacterEncoding.allCases.map(\.name)))
    static let type = Option(
        "--type", "treat it as html, text, markdown, feed, xml or a media type, not as declared",
        takes: "TYPE", of: .oneOf("html text markdown feed xml"))
    static let cachePolicy = Option(
        "--cache-policy",
        "cache policy: one of NSURLRequest such as returnCacheDataElseLoad, or a mode of Fetch such as force-cache",
        takes: "NAME", of: .words(CacheMode.names.filter { $0 != CacheMode.noStore.rawValue }))
    static let source = Option(
        "--source",
        """
        print the page's bytes as received; with watch, also count changes that the text does not show; with diff, \
        compare byte by byte, with signs for line endings and other invisible bytes
        """)
    static let headers = Option("--headers", "print the response headers first")
    static let print = Option(
        "--print", "print only the bytes of this part", takes: "PART", of: .names(of: SessionPart.self))
    static let part = Option(
        "--part", "compare only this part: headers by name, body and page by their text",
        takes: "headers|body|template|block=NAME|page", of: .words(ComparedPart.words))
    static let account = Option("--account", "use this account's pages and cookies", takes: "NAME")
    static let cache = Option("--cache", "store pages in this folder", takes: "DIR")
    static let isPrivate = Option("--private", "keep pages and cookies in memory only")
    static let offline = Option("--offline", "show stored pages, request nothing")
    static let reload = Option("--reload", "make intermediate caches revalidate with the origin")
    static let force = Option("--force", "request the page without stored data")
    static let header = Option(
        "--header", short: "-H", "add a request header; without a value, remove it", takes: "'NAME: VALUE'")
    static let asClient = Option(
        "--as", "send the headers of this client, in its order and case", takes: "sonic|ios|android",
        of: .names(of: RequestClient.self))
    static let without = Option("--without", "send no header of this name", takes: "NAME")
    static let override = Option(
        "--override", was: "--lie",
        """
        without storing, override part of the request: no-tags, old-tags[=N], wrong-tag, no-accept-diff, no-cookies, \
        account=NAME, encoding=CODING
        """,
        takes: "NAME", of: .oneOf("no-tags old-tags wrong-tag no-accept-diff no-cookies account= encoding="))
    static let method = Option(
        "--method", short: "-X", "without storing, use this request method", takes: "METHOD",
        of: .oneOf("GET HEAD POST PUT PATCH DELETE OPTIONS"))
    static let head = Option(
        "--head", short: "-I", "without storing, send HEAD and print the response headers")
    static let request = Option(
        "--request", "without storing, send this request of an .http file; N if it contains several",
        takes: "FILE[#N]", of: .files)
    static let curl = Option(
        "--curl", "without storing, send the request of a curl command, as browsers copy it", takes: "FILE|-",
        of: .files)
    static let body = Option(
        "--body", short: "-d", "without storing, send this body, by POST unless --method says otherwise",
        takes: "TEXT|@FILE")
    static let form = Option(
        "--form", short: "-F",
        "without storing, send this field in a multipart form, @FILE for a file; repeat it for more fields",
        takes: "NAME=VALUE|NAME=@FILE")
    static let detached = Option(
        "--no-store", was: "--aside", "store nothing of this request, cookies included")
    static let responseHeader = Option(
        "--response-header", "add a header to responses that do not have it", takes: "'NAME: VALUE'")
    static let userAgent = Option("--user-agent", short: "-A", "send this User-Agent", takes: "TEXT")
    static let user = Option(
        "--user", short: "-u", "user name and password for pages that require them", takes: "NAME[:PASSWORD]")
    static let authorities = Option(
        "--cacert", "trust only the certificate authorities in this file", takes: "FILE")
    static let certificate = Option("--cert", "client certificate", takes: "FILE")
    static let certificateKey = Option(
        "--key", "private key of --cert, if it is not in the same file", takes: "FILE")
    static let insecure = Option("--insecure", short: "-k", "accept any certificate (shown on every screen)")
    static let proxy = Option("--proxy", short: "-x", "send requests through this proxy", takes: "URL")
    static let timeout = Option(
        "--timeout", "timeout for a connection, for a response, and for its next bytes", takes: "SECONDS")
    static let maxTime = Option(
        "--max-time", short: "-m",
        "time limit of the whole run; in the browser, watch and engine, of each page (3600)", takes: "SECONDS"
    )
    static let resolve = Option(
        "--resolve", "connect to this address for the host; Host and TLS name stay",
        takes: "HOST[:PORT]:ADDRESS")
    static let hosts = Option(
        "--hosts", "take addresses of hosts from this file, reread when it changes", takes: "FILE")
    static let rule = Option(
        "--rule", "map, block or change requests: to a URL, a file, block, set, add, remove",
        takes: "'PATTERN => ACTION'")
    static let name = Option("--name", "the package's name", takes: "NAME")
    static let base = Option("--base", "the address under which the package's files are served", takes: "URL")
    static let updates = Option(
        "--updates", "the address of the package's manifest, for updates", takes: "URL")
    static let theme = Option(
        "--theme", "use this theme: auto, a name, or a .json5 file", takes: "NAME|FILE",
        of: .words(ThemeChoice.words))
    static let color = Option(
        "--color", "colours: auto, never, and for dump always; NO_COLOR means never", takes: "WHEN",
        of: .oneOf("auto never always"))
    static let limit = Option("--limit", "shrink the cache to this many bytes (K, M, G)", takes: "SIZE")
    static let log = Option(
        "--log", "append the events of sessions to this file, one JSON object per line", takes: "FILE")
    static let stdio = Option("--stdio", "requests on standard input, responses on standard output")
    static let clients = Option(
        "--clients", "show what VasSonic's own clients would do with the response", takes: "[ios,android]",
        of: .names(of: ClientModel.self))
    static let runCallback = Option(
        "--run-callback",
        "pass the update to the page's own script, as a phone does, and compare what it shows")
    static let expectCallback = Option(
        "--expect-callback", "fail unless the page's own script shows the update")
    static let script = Option(
        "--script", "with --run-callback, also run this stored script file of the page's site", takes: "URL")
    static let explain = Option(
        "--explain", "explain each step: cache, request, response, checks, storage, page")
    static let har = Option(
        "--har", "write the session to this file as HAR 1.2, secrets masked; - is standard output",
        takes: "FILE")
    static let output = Option(
        "--output", short: "-o",
        "save the response's body in this file, which must not exist; an interrupted download resumes",
        takes: "FILE")
    static let secrets = Option(
        "--secrets", "do not mask cookies, names, passwords and posted data in --har and --explain")
    static let respond = Option(
        "--respond",
        "take the response from this file, headers and body, and send no request; repeat it for further requests",
        takes: "FILE")
    static let expect = Option(
        "--expect", "fail unless the outcome is this one", takes: "OUTCOME", of: .names(of: Outcome.Kind.self)
    )
    static let expectStatus = Option(
        "--expect-status", "fail unless the last response has this status", takes: "STATUS")
    static let changed = Option(
        "--changed", "fail unless exactly these blocks changed: comma-separated names", takes: "NAMES")
    static let defaults = Option(
        "--defaults", "print a configuration file with all settings and their defaults")
    static let every = Option(
        "--every", "interval between polls: 5, 500ms, 2m, 1h; default from the configuration (10 s)",
        takes: "TIME")
    static let times = Option("--times", "end after this many polls of each page", takes: "N")
    static let until = Option(
        "--until", "end with status 0 at this outcome, at any change, or at any failure", takes: "OUTCOME",
        of: .words(WatchGoal.words))
    static let exec = Option(
        "--exec",
        "run this with sh at each change, with the change on standard input and SONIC_URL and others set",
        takes: "COMMAND")
    static let execTimeout = Option(
        "--exec-timeout", "end the command after this time (60)", takes: "SECONDS")
    static let only = Option(
        "--only", "count only changes within these elements: a CSS selector, or a pattern such as /Rain*/",
        takes: "SELECTOR")
    static let filter = Option(
        "--filter", "show only matching rows: outcome:template-change client:iphone has:error",
        takes: "FILTER")
    static let reconnect = Option(
        "--reconnect", "if the server stops, wait for it, as on the screen, instead of ending with status 1")
    static let ignore = Option(
        "--ignore", "ignore changes within these elements, given as for --only", takes: "SELECTOR")
    static let tolerate = Option("--tolerate", "ignore up to N failures in a row (0)", takes: "N")
    static let junit = Option("--junit", "write the results to this file as JUnit XML", takes: "FILE")
    static let allow = Option(
        "--allow", "do not fail if this rule is broken: its name or number", takes: "RULE")
    static let require = Option(
        "--require", "fail if this rule is broken, also a SHOULD: its name or number", takes: "RULE")
    static let strict = Option("--strict", "fail if any rule is broken, also a SHOULD")
    static let urls = Option("--urls", "also check the addresses in this file, one per line", takes: "FILE|-")
    static let baseline = Option(
        "--baseline", "fail only for rules not broken in this earlier output of --json", takes: "FILE")
    static let step = Option("--step", "print each event and effect; on a terminal, Enter runs the next step")
    static let count = Option(
        "--count",
        "with history, list at most N sessions (50); with unread, print only the number of pages with changes",
        takes: "[N]")

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
