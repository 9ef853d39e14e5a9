import ProgramArguments
import SonicServer

// The options: name, description, and what is said of the value. The row of a command lists those that it takes.
extension Option {
    static let help = Option("--help", "print this help")
    static let version = Option("--version", "print the version")
    static let listen = Option(
        "--listen",
        "address to listen on; by default loopback, port 0 picks a free one (serve, proxy: 127.0.0.1:0)",
        takes: "ADDRESS:PORT")
    static let certificate = Option(
        "--cert",
        "speak HTTPS with the certificate of this PEM file and those of its issuers; reread on SIGHUP",
        takes: "FILE")
    static let key = Option("--key", "the private key of --cert, in PEM without a passphrase", takes: "FILE")
    static let dialect = Option(
        "--as",
        """
        respond like another server, faults included: php, node, java (VasSonic's public servers); sonic is the \
        default
        """, takes: "NAME", of: .names(of: Dialect.self))
    static let faults = Option(
        "--faults",
        "inject faults by the rules of this file, such as /news wrong-hash 1 of 3; reread when it changes",
        takes: "FILE")
    static let control = Option(
        "--control",
        """
        serve a control page at /__sonic/ to this machine: the last requests, and a form that sets a fault for a \
        page's next response; /__sonic/traffic streams every exchange as a line of JSON
        """)
    static let token = Option(
        "--control-token",
        """
        --control also for other clients that send Authorization: Bearer TOKEN, at least 16 characters; or a file \
        with the token in its first line
        """, takes: "TOKEN", of: .files)
    static let hold = Option(
        "--hold", "how long --control holds an intercepted request or response without a decision (60)",
        takes: "SECONDS")
    static let log = Option("--log", "print a line per request (proxy: always)")
    static let json = Option("--json", "print a JSON object per request")
    static let record = Option(
        "--record", "append every exchange to a file, headers and bodies", takes: "FILE")
    static let har = Option(
        "--har", "record exchanges in a HAR file, which is valid at any time; secrets are masked",
        takes: "FILE")
    static let harSize = Option(
        "--har-size", "rotate the HAR file to FILE.1 before it exceeds this (64M)", takes: "SIZE")
    static let secrets = Option(
        "--secrets", "do not mask cookies, passwords and posted data in --har and --control")
    static let statistics = Option("--stats", "print at the end what Sonic saved")
    static let metrics = Option(
        "--metrics",
        """
        serve metrics for Prometheus (/metrics), /healthz and /readyz at a separate address; a port alone is on \
        loopback
        """, takes: "ADDRESS:PORT")
    static let limit = Option(
        "--limit",
        """
        change a limit: connections (1000), per-client (100 connections; by default unlimited for this machine), \
        head (20 seconds), idle (60), linger (3), body (1M bytes), upgrades (100 WebSockets and the like), \
        upgrade-idle (600 seconds)
        """, takes: "NAME=NUMBER")
    static let withParent = Option(
        "--with-parent", "stop when standard input closes, as when the parent process ends")

    static let blocks = Option(
        "--blocks",
        """
        blocks to mark; a line is name = CSS selector (an element), name = selector @attribute (its start tag) \
        or name = <!-- text * --> (a comment), and [/path/*] begins lines for matching pages; reread when it changes
        """, takes: "FILE")
    static let keepHost = Option(
        "--keep-host", "send the client's Host header instead of the other server's name")
    static let timeout = Option(
        "--timeout", "timeout without data from the other server (60)", takes: "SECONDS")
    static let authorities = Option(
        "--cacert", "certificates to trust instead of the system's", takes: "FILE")

    /// The options of every command that serves.
    static let serving: [Option] = [
        .listen, .certificate, .key, .dialect, .faults, .control, .token, .hold, .log, .json, .record, .har,
        .harSize, .secrets,
        .statistics, .metrics, .limit, .withParent,
    ]

    /// Those of the proxy.
    static let forwarding: [Option] = [.blocks, .keepHost, .timeout, .authorities]
}
