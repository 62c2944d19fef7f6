package main

import (
	"fmt"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/files"
	"github.com/bimstream/bimstream/projections"
)

func artifactsCommand() *cobra.Command {
	c := &cobra.Command{Use: "artifacts", Short: "Look after the files that tools made"}
	c.AddCommand(artifactsPruneCommand())
	return c
}

// usualAge is the age from which artifacts prune removes a file by default.
const usualAge = 30 * 24 * time.Hour

func artifactsPruneCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "prune", Short: "Drop files that their call makes again byte for byte; their records stay",
		Args: cobra.NoArgs,
	}
	place := stores.Flags(c)
	out := c.Flags().String("out", "", "folder of exported files; default a folder out beside the store")
	age := c.Flags().Duration("older-than", usualAge, "only files that were made so long ago")
	dry := c.Flags().Bool("dry-run", false, "only say which")
	c.RunE = func(c *cobra.Command, _ []string) error {
		store, err := place.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		folder := *out
		if folder == "" {
			folder = filepath.Join(place.Data, "out")
		}
		b := &app.Backend{Store: store, Live: projections.NewLive(store), OutDir: folder}
		gone, err := files.New(b).PruneArtifacts(c.Context(), time.Now().Add(-*age), *dry)
		t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(t, "ARTIFACT\tNAME\tBYTES\tMADE")
		for _, p := range gone {
			_, _ = console.Say(t, "%s\t%s\t%d\t%s\n", p.ArtifactID, p.Name, p.Size, p.At.Format(time.RFC3339))
		}
		if flushed := t.Flush(); err == nil {
			err = flushed
		}
		return err
	}
	return c
}
