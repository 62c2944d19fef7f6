package main

import (
	"log/slog"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/mcp"
)

// version is the program's version; a release sets it by -ldflags "-X main.version=...".
var version = "0.1.0"

// revision returns the source revision that the program was built from, "" where the build did not record it.
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

// theProgram describes the program to its own benchmarks.
func theProgram() measured {
	return measured{version: version, revision: revision(),
		serve: func(store engine, folder string, p mcp.Principal) (*mcp.Server, error) {
			s, _, err := newServer(store, p, nil, serveOptions{storePlace: storePlace{data: folder}},
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
	c.SetOut(output)
	c.SetErr(complaints)
	c.AddCommand(mcpCommand(), demoCommand(), eventsCommand(), replayCommand(), exportCommand(), exportIFCXCommand(),
		issueCommand(), webCommand(), importCommand(), modelsCommand(), approvalsCommand(), principalsCommand(),
		configCommand(), auditCommand(), runsCommand(), artifactsCommand(), checkpointCommand(), installationCommand(),
		transcriptCommand(), doctorCommand(),
		backupCommand(), copyCommand(), generateCommand(), benchCommand(theProgram()), casesCommand(), verifyCommand(),
		verifyIFCCommand(), checkIDSCommand(), auditIDSCommand(), storetestCommand())
	return c
}
