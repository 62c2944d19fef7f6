package main

import (
	"log/slog"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/bench"
	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/generate"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp"
)

// version is the program's version; a release sets it by -ldflags "-X main.version=...".
var version = "0.1.0"

// revision returns the source revision that the program was built from, or "" if the build did not record it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}

// theProgram returns the description of this program for its benchmarks.
func theProgram() bench.Program {
	return bench.Program{Version: version, Revision: revision(),
		Serve: func(store stores.Engine, folder string, p mcp.Principal) (*mcp.Server, error) {
			s, _, err := newServer(store, p, nil, serveOptions{Place: stores.Place{Data: folder}},
				slog.New(slog.DiscardHandler))
			return s, err
		}}
}

func root() *cobra.Command {
	c := &cobra.Command{
		Use:           "bimstream",
		Short:         "An event-sourced building model that agents and people drive through MCP",
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	c.SetOut(console.Output)
	c.SetErr(console.Errors)
	c.AddCommand(mcpCommand(), demoCommand(), eventsCommand(), replayCommand(), exportCommand(), exportIFCXCommand(),
		issueCommand(), webCommand(), importCommand(), modelsCommand(), approvalsCommand(), principalsCommand(),
		configCommand(), auditCommand(), runsCommand(), artifactsCommand(), checkpointCommand(), installationCommand(),
		transcriptCommand(), doctorCommand(), watchCommand(),
		backupCommand(), copyCommand(), generate.Command(), bench.Command(theProgram()), bench.CasesCommand(),
		verifyCommand(),
		verifyIFCCommand(), checkIDSCommand(), auditIDSCommand(), storetestCommand())
	return c
}
