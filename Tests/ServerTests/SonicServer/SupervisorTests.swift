import Glibc
import TestSupport
import Testing

/// A server that is started by a service manager, as systemd starts one.
@Suite struct SupervisorTests {
    /// Holds a listening socket and starts the program with it, twice in a row.
    private static let holder = #"""
        use IO::Socket::INET; use POSIX ();
        $| = 1; $^F = 9;
        my $socket = IO::Socket::INET->new(Listen => 9, LocalAddr => $ENV{PLACE} // "127.0.0.1:0") or die;
        POSIX::dup2(fileno $socket, 3); POSIX::dup2(fileno $socket, 4);
        print "port ", $socket->sockport, "\n";
        for (1, 2) {
            my $process = fork // die;
            if (!$process) {
                $ENV{LISTEN_PID} = $ENV{OTHER} ? getppid : $$;
                $ENV{LISTEN_FDS} //= 1;
                print "server $_ $$\n";
                exec @ARGV;
            }
            waitpid $process, 0;
            print "ended with ", $? >> 8, "\n";
        }
        """#

    private func start(_ arguments: String..., environment: [String: String] = [:]) throws -> Program {
        try Program(
            "/usr/bin/perl", ["-e", Self.holder, binary(named: "sonic-server")] + arguments,
            environment: environment)
    }

    @Test func `a passed socket is used, and clients wait in it while the server is started again`()
        async throws
    {
        let program = try start("demo")
        let port = try #require(UInt16(try await program.line(beginning: "port ")))
        let first = try #require(pid_t(try await program.line(beginning: "server 1 ")))
        #expect(try await program.line(beginning: "listening on http://127.0.0.1:") == "\(port)")
        let early = RawClient(port)
        early.ask("/static")
        #expect(early.reply()?.head.status == 200)
        kill(first, SIGTERM)
        #expect(try await program.line(beginning: "ended with ") == "0")
        let late = RawClient(port)
        late.ask("/static")
        #expect(late.reply()?.head.status == 200)
        kill(try #require(pid_t(try await program.line(beginning: "server 2 "))), SIGTERM)
        #expect(try await program.finish().status == .exited(0))
    }

    @Test func `sockets that cannot be used are refused with the reason`() async throws {
        let two = try await start("demo", environment: ["LISTEN_FDS": "2"]).finish()
        #expect(two.errors.contains("cannot be used: one socket is expected, and 2 were passed.\n"))
        let named = try await start("demo", "--listen", "127.0.0.1:0").finish()
        #expect(named.errors.contains("cannot be used: --listen names another one; remove it.\n"))
        let file = try await run(
            "/bin/sh",
            ["-c", #"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" demo 3</dev/null"#, binary(named: "sonic-server")])
        #expect(file.status == .exited(1))
        #expect(file.errors.contains("it is not a listening socket of an address and a port.\n"))
    }

    @Test func `a socket that is meant for another process is left alone`() async throws {
        let program = try start("demo", "--listen", "127.0.0.1:0", environment: ["OTHER": "yes"])
        let port = try await program.line(beginning: "port ")
        #expect(try await program.line(beginning: "listening on http://127.0.0.1:") != port)
    }

    @Test(arguments: [false, true])
    func `the service manager learns when the server is ready, rereads its files, and stops`(isAbstract: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("notify")
        let name = isAbstract ? "@\(path)" : path
        let inbox = try Inbox(name)
        let program = try Program(
            binary(named: "sonic-server"), ["demo", "--listen", "127.0.0.1:0"],
            environment: ["NOTIFY_SOCKET": name])
        #expect(inbox.next() == "READY=1")
        await program.signal(SIGHUP)
        #expect(inbox.next() == "RELOADING=1")
        #expect(inbox.next() == "READY=1")
        await program.signal(SIGTERM)
        #expect(inbox.next() == "STOPPING=1")
        #expect(try await program.finish().status == .exited(0))
    }
}
