package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"
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
		backupCommand(), copyCommand(), generateCommand(), benchCommand(), casesCommand(), verifyCommand(),
		verifyIFCCommand(), checkIDSCommand(), auditIDSCommand(), storetestCommand())
	return c
}
