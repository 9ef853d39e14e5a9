import Browser
import BrowserServices
import Configuration
import HTML
import ProgramArguments
import SonicProtocol
import SonicSession
import Workbench

extension Option {
    /// The description of the option.
    var usage: OptionUsage {
        OptionUsage(
            names: [short, rawValue].compactMap { $0 }, placeholder: placeholder, values: values, help: help)
    }

    /// The possible values, as far as a shell can complete them.
    private var values: Values {
        switch self {
        case .help, .version, .json, .links, .noStyles, .reader, .source, .headers, .isPrivate, .offline,
            .reload, .force, .insecure, .stdio, .defaults, .explain, .secrets, .step, .detached,
            .head, .strict:
            .none
        case .method: .words(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        case .part: .words(ComparedPart.words)
        case .print: .words(SessionPart.allCases.map(\.rawValue))
        case .theme: .words(ThemeChoice.words)
        case .color: .words(["auto", "never", "always"])
        case .type: .words(Arguments.typeNames)
        case .clients: .words(ClientModel.allCases.map(\.rawValue))
        case .asClient: .words(RequestClient.allCases.map(\.rawValue))
        case .until: .words(WatchGoal.words)
        case .expect: .words(Outcome.Kind.allCases.map(\.rawValue))
        case .charset: .words([ChosenEncoding.automaticName] + CharacterEncoding.allCases.map(\.name))
        case .cachePolicy: .words(CacheMode.names.filter { $0 != CacheMode.noStore.rawValue })
        case .override:
            .words([
                "no-tags", "old-tags", "wrong-tag", "no-accept-diff", "no-cookies", "account=", "encoding=",
            ])
        case .cache: .folders
        case .authorities, .certificate, .certificateKey, .hosts, .log, .har, .output, .respond, .request,
            .junit,
            .urls, .baseline:
            .files
        case .width, .account, .header, .responseHeader, .userAgent, .user, .proxy, .timeout, .maxTime,
            .resolve, .rule,
            .name,
            .without, .body, .form, .base, .updates, .limit, .every, .times, .count,
            .exec,
            .execTimeout, .only, .ignore, .filter, .tolerate, .allow, .require, .expectStatus, .changed:
            .free
        }
    }
}
