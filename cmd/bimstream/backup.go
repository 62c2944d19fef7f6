package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
)

func backupCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the store into a new file, as it is at one moment, while servers go on writing",
		Long: "Copy the store into a new file, as it is at one moment, while servers go on writing.\n\n" +
			"To use a copy, put it as bimstream.db into an empty folder and name that folder with --data.",
		Args: cobra.ExactArgs(1),
	}
	at := stores.Flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		store, err := at.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		began := time.Now()
		if store.Installation.Public() != nil {
			if err := store.Installation.NoteCopy(c.Context(), store, store.Location,
				began.UTC().Format(time.RFC3339)); err != nil {
				return fmt.Errorf("backup: note it beside the key of the installation: %w", err)
			}
		}
		if err := store.Backup(c.Context(), args[0]); err != nil {
			return fmt.Errorf("backup: %w", err)
		}
		info, err := os.Stat(args[0])
		if err != nil {
			return err
		}
		file, err := filepath.Abs(args[0])
		if err != nil {
			return err
		}
		_, err = console.Say(c.OutOrStdout(), "%s: %d bytes in %s\n", file, info.Size(),
			time.Since(began).Round(time.Millisecond))
		return err
	}
	return c
}
