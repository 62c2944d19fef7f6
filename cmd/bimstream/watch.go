package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/arrivals"
	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/mcp"
)

// watchEvery is how often a folder is checked. A file is taken when two checks in a row find it unchanged, so that a
// file that is still being copied is left alone.
const watchEvery = 2 * time.Second

// watchOptions are the flags of bimstream watch.
type watchOptions struct {
	serveOptions
	watch arrivals.Watch
	once  bool
	every time.Duration
}

func watchCommand() *cobra.Command {
	var o watchOptions
	c := &cobra.Command{
		Use:   "watch FOLDER",
		Short: "Take the IFC files that arrive in a folder as deliveries of the models that they are of",
		Long: "Take the IFC files that arrive in a folder, as import_ifc with delivery does: what is different comes " +
			"on a branch\n" +
			"delivery/NAME of the model. A file is of the model that was made from a file of its name, or of one " +
			"that differs in\n" +
			"a number, a date, a week or a revision at its end (STR-week-1.ifc, STR-week-2.ifc). What cannot be " +
			"taken is told.",
		Args: cobra.ExactArgs(1),
	}
	f := c.Flags()
	o.AddFlags(f)
	f.StringVar(&o.watch.Model, "model", "", "id of the model that all files are of; default by their names")
	f.BoolVar(&o.watch.New, "new", false, "make a new model of a file that is of none")
	f.BoolVar(&o.watch.Merge, "merge", false, "merge each delivery into main where there is no conflict")
	f.BoolVar(&o.once, "once", false, "take what is there, and end")
	f.DurationVar(&o.every, "every", watchEvery, "how often to look")
	f.StringVar(&o.principal, "principal", "", "JSON file that says who calls (or "+mcp.TokenEnvironment+", "+
		mcp.PrincipalEnvironment+")")
	c.RunE = func(c *cobra.Command, args []string) error {
		if o.every <= 0 {
			return errors.New("--every must be more than nothing, such as 2s")
		}
		ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt)
		defer stop()
		o.watch.Folder = args[0]
		o.watch.Say = func(format string, values ...any) {
			_, _ = console.Say(c.OutOrStdout(), format+"\n", values...)
		}
		return watch(ctx, &o)
	}
	return c
}

// watch takes the files that arrive until ctx ends. It calls tools in process, with the rights, limits and records of
// any call.
func watch(ctx context.Context, o *watchOptions) error {
	folder, err := filepath.Abs(o.watch.Folder)
	if err != nil {
		return err
	}
	o.in, o.set = append(o.in, folder), string(mcp.SetFull)
	caller, err := launchPrincipal(o.serveOptions)
	if err != nil {
		return err
	}
	store, err := openStore(ctx, o.serveOptions)
	if err != nil {
		return err
	}
	o.caller = caller
	server, backend, err := newServer(store, caller.Principal(), nil, o.serveOptions, slog.New(slog.DiscardHandler))
	if err != nil {
		return errors.Join(err, store.Close())
	}
	o.watch.Models = func(ctx context.Context) ([]arrivals.Model, error) {
		delivered, err := backend.DeliveredModels(ctx, caller.Principal())
		out := make([]arrivals.Model, len(delivered))
		for i, m := range delivered {
			out[i] = arrivals.Model{ID: m.ID, Name: m.Name, Files: m.Files, Digests: m.Digests}
		}
		return out, err
	}
	o.watch.Call = func(ctx context.Context, tool string, arguments map[string]any) (json.RawMessage, error) {
		text, err := json.Marshal(arguments)
		if err != nil {
			return nil, err
		}
		e := server.Call(ctx, tool, text)
		if !e.Success {
			return nil, &arrivals.Refused{Name: e.Error.Name, Message: e.Error.Message}
		}
		return e.Data, nil
	}
	if o.once {
		err = o.watch.Once(ctx)
	} else {
		err = o.watch.Follow(ctx, cmp.Or(o.every, watchEvery))
	}
	return errors.Join(err, server.Close(context.WithoutCancel(ctx)), store.Close())
}
