package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/projections"
)

func checkpointCommand() *cobra.Command {
	var key string
	c := &cobra.Command{
		Use: "checkpoint FILE",
		Short: "Write down, signed, where every stream ends: keep it elsewhere, and verify --against it finds what " +
			"was cut off or replaced",
		Args: cobra.ExactArgs(1),
	}
	at := stores.Flags(c)
	c.Flags().StringVar(&key, "key", "", "file of the private key to sign with (bimstream approvals keygen)")
	c.RunE = func(c *cobra.Command, files []string) error {
		private, err := readKey(key)
		if err != nil {
			return err
		}
		store, err := at.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		checkpoint, err := projections.NewCheckpoint(c.Context(), store, time.Now().UTC().Format(time.RFC3339), private)
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(checkpoint, "", " ")
		if err != nil {
			return err
		}
		if err := writeWhole(files[0], outputMode, func(w io.Writer) error {
			_, err := w.Write(append(text, '\n'))
			return err
		}); err != nil {
			return err
		}
		_, err = console.Say(c.OutOrStdout(),
			"%d streams, signed by %s; keep the file where those who can write the store cannot\n",
			len(checkpoint.Streams), checkpoint.Key)
		return err
	}
	return c
}

// verifyAgainst checks the store against a checkpoint.
func verifyAgainst(c *cobra.Command, at *stores.Place, file, key string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	checkpoint, err := projections.ReadCheckpoint(text, key)
	if err != nil {
		return err
	}
	store, err := at.OpenExisting(c.Context())
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	reports, err := checkpoint.Compare(c.Context(), store)
	if err != nil {
		return err
	}
	if err := printReports(c.OutOrStdout(), reports); err != nil {
		return err
	}
	said := fmt.Sprintf("the store goes on from the checkpoint of %s: nothing of its %d streams was cut off, "+
		"set back or "+
		"replaced; it is signed by %s", checkpoint.At, len(checkpoint.Streams), checkpoint.Key)
	if key == "" {
		said += " (whose key that is, --trusted checks)"
	}
	return printLine(c.OutOrStdout(), said)
}
