import TestSupport
import Testing

/// Files whose names are not UTF-8, as arguments of the programs, and files that reach a limit.
@Suite struct PathBytesTests {
    /// Runs a script of sh in a folder of its own: `$n` is a name that is not UTF-8, `$u` the address of a page, `$0` and
    /// `$1` are the programs.
    private func shell(_ script: String) async throws -> Finished {
        let site = try await Site.serving(["a.html": "<title>A</title><p>served</p>"])
        return try await run(
            "/bin/sh",
            [
                "-c", "n=$(printf '\\377\\303'); u=\(site.address)/a.html; " + script,
                try binary(named: "sonic"), try binary(named: "sonic-server"),
            ], environment: site.environment, folder: site.home.path)
    }

    @Test(arguments: [
        "printf '<p>here' > $n.html; $0 dump $n.html", "printf '<p>here' > $n.html; $0 dump ./$n.html",
        "printf '<p>here' > $n.html; $0 dump \"$PWD/$n.html\"",
        "mkdir $n; printf '<p>here' > $n/a.html; cd $n; $0 dump a.html; $0 get --print body ./a.html",
        "mkdir $n; printf '<p>here' > $n/a.html; $0 get --print body $n/a.html",
        "printf '<p>here' > $n.html; $0 get --print body $n.html",
        "printf '<p>one' > a.html; printf '<p>here' > $n; $0 diff a.html ./$n || true",
        "printf '<title>here</title>' > $n; $0 split --print title $n",
        "printf 'HTTP/1.1 200 OK\\n\\nhere' > $n; $0 get --respond $n --print body $u",
        "$0 get $u --har $n > told; $0 replay $n | sed s/firstLoad/here/",
        "$0 get $u --har=$n.har > told; $0 traffic $n.har | sed s/a.html/here/",
        "$0 get $u --log $n > told; test -s $n && echo here",
        "$0 get $u -o$n 2> told; sed s/served/here/ $n",
        "$0 get $u --cache $n > told; ls $n/* > told && echo here",
        "echo $u > $n; $0 check --urls $n --junit $n.xml > told; grep -q a.html $n.xml && echo here",
        "echo '<p>one' > $n; $0 watch --json --times 1 $n | sed s/%FF%C3/here/",
        "printf '{}' > $n; $0 config check $n && echo here",
        "cd $(mkdir $n; echo $n); $0 get $u -o saved 2> told; sed s/served/here/ saved",
        "export XDG_CACHE_HOME=\"$PWD/$n\"; $0 get $u > told; ls $n/sonic/* > told && echo here",
        """
        mkdir $n; echo '<p>here' > $n/a.html; mkfifo first; $1 serve $n --har $n.har --record $n.txt > first &
        read -r listening on address < first; $0 get --print body $address/a.html; kill $!; wait $!
        test -s $n.har && grep -q here $n.txt
        """,
    ])
    func `a file whose name is not UTF-8 may be given as an argument`(_ script: String) async throws {
        let finished = try await shell(script)
        #expect(finished.output.contains("here") && finished.status == .exited(0), "\(finished.errors)")
    }

    @Test(arguments: [
        "$0 dump -H \"X: $n\" $u", "$0 get --body \"$n\" $u", "$0 get --account $n $u", "$0 get --request $n",
        "$1 demo --limit $n",
    ])
    func `other arguments that are not UTF-8 are refused`(_ script: String) async throws {
        let finished = try await shell(script)
        #expect(finished.status == .exited(2) && finished.errors.contains("takes text in UTF-8"))
    }

    @Test(arguments: [
        "head -c 4000 /dev/zero > log; ulimit -f 1; $0 get --print body $u --log log --private",
        "ulimit -f 1; $0 get --print body $u",
        """
        mkfifo first; mkdir served; echo '<p>served' > served/a.html; ulimit -f 2
        $1 serve served --har har --record record --log > first 2> errors &
        read -r listening on address < first; for i in 1 2 3 4; do $0 get --private --print body $address/a.html; done
        kill $!; wait $! && grep -q 'har: an exchange could not be written: File too large' errors
        """,
    ])
    func `a file at the limit of file sizes ends no program`(_ script: String) async throws {
        let finished = try await shell(script)
        #expect(finished.output.contains("served") && finished.status == .exited(0), "\(finished.errors)")
    }
}
