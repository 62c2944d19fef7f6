package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/deferred"
	"github.com/bimstream/bimstream/mcp/external"
	"github.com/bimstream/bimstream/mcp/tools"
	servertools "github.com/bimstream/bimstream/mcp/tools/server"
	"github.com/bimstream/bimstream/projections"
)

// checkersVariable names the environment variable for the file with the operator's list of external programs, used
// without a flag.
const checkersVariable = "BIMSTREAM_CHECKERS"

// serveOptions are the flags of bimstream mcp.
type serveOptions struct {
	stores.Place
	limits                         workLimits
	out, set, principal, model     string
	checkers                       string
	principalFile                  *string // nil: the flag was not given
	caller                         *mcp.Caller
	telemetry                      *telemetry // nil: nothing is sent
	http                           httpOptions
	skills, in, only, exclude      []string
	readOnly, printConfig, verbose bool
}

func mcpCommand() *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		Use:       "mcp [geometry|spatial|validation|documentation|coordination|all]...",
		Short:     "Serve the tools to an MCP client over standard input and output",
		ValidArgs: append(slices.Clone(app.Servers), "all"),
		Args:      cobra.OnlyValidArgs,
		RunE: func(c *cobra.Command, servers []string) error {
			if o.printConfig {
				return printConfig(c, servers, o)
			}
			o.principalFile = namedFile(c, "principal", &o.principal)
			return serve(c.Context(), servers, o)
		},
	}
	f := c.Flags()
	o.AddFlags(c.Flags())
	f.StringVar(&o.out, "out", "", "folder of exported files; default a folder out beside the store")
	f.StringArrayVar(&o.in, "in", nil, "folders whose files tools may read, beside that of exported files")
	f.StringArrayVar(&o.skills, "skills", nil,
		"folders of skills, each in a folder of its own with a file SKILL.md, beside the built-in ones")
	f.StringVar(&o.checkers, "checkers", os.Getenv(checkersVariable), "JSON file that lists external programs which "+
		"checks and gates of runs may run on the model's IFC file, see docs/runs.md (or "+checkersVariable+")")
	f.StringVar(&o.set, "tools", "",
		"set of tools to serve and list: contract, default or full; without it one server has default, and all in "+
			"one process serve full and list the core, from which find_tools leads on")
	f.StringSliceVar(&o.only, "only", nil, "only these tools")
	f.StringSliceVar(&o.exclude, "exclude-tools", nil, "without these tools")
	f.BoolVar(&o.readOnly, "read-only", false, "only tools that change nothing")
	f.StringVar(&o.principal, "principal", "", "JSON file that says who calls (or a token in "+mcp.TokenEnvironment+
		", or JSON in "+mcp.PrincipalEnvironment+")")
	f.StringVar(&o.model, "model", "", "model id of calls that name none")
	o.http.flags(f)
	o.limits.flags(f)
	f.BoolVar(&o.printConfig, "print-config", false, "print the JSON to paste into an MCP client's configuration")
	f.BoolVar(&o.verbose, "verbose", false, "log more to standard error")
	return c
}

// namedFile returns the value of a flag if it was given, even if the value is empty. An empty name is a mistake of the
// person who started the program, and must not count as an absent flag.
func namedFile(c *cobra.Command, flag string, value *string) *string {
	if c.Flags().Changed(flag) {
		return value
	}
	return nil
}

func serve(ctx context.Context, servers []string, o serveOptions) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go giveMemoryBack(ctx, takeBallast())
	processors.KeepSpare()
	if err := o.limits.apply(); err != nil {
		return err
	}
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	logger := slog.New(slog.NewJSONHandler(console.Errors, &slog.HandlerOptions{Level: level}))
	caller, err := launchPrincipal(o)
	if err != nil {
		return err
	}
	principal := caller.Principal()
	store, err := openStore(ctx, o)
	if err != nil {
		return err
	}
	o.caller = caller
	recordFile(ctx, caller, store, logger)
	if o.telemetry, err = newTelemetry(ctx, logger); err != nil {
		_ = store.Close()
		return err
	}
	server, backend, err := newServer(store, principal, servers, o, logger)
	if err != nil {
		_ = store.Close()
		return err
	}
	if o.http.address != "" {
		err = serveHTTP(ctx, served{server, backend, store, principal}, o, logger)
	} else {
		in, restore := standardInput()
		err = server.ServeStdio(ctx, in, os.Stdout)
		restore()
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
	defer cancel()
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	err = errors.Join(err, server.Close(closing), store.Close())
	if failed := o.telemetry.close(ctx); failed != nil {
		logger.Warn("the last traces, metrics and logs could not be sent", "error", failed)
	}
	return err
}

// closeWithin bounds how long writing the last records of the audit may take at the end.
const closeWithin = 5 * time.Second

// openStore opens the store that the flags name. It tries to reach a server once, and prints the result in one line.
func openStore(ctx context.Context, o serveOptions) (stores.Engine, error) {
	e, err := o.Open()
	if err != nil || e.Server == nil {
		return e, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	found := e.Server.Connect(ctx)
	h, err := e.Server.Health(ctx)
	switch {
	case found != nil && h.State == kurrentdb.StateConnected:
		console.Say(console.Errors, "bimstream: the store's server: connected to %s, version %s, log %s; its first %d "+
			"events are here, the rest is being read\n",
			h.Node, cmp.Or(h.Version, "unknown"), h.Log, h.MirrorEvents)
	case found != nil:
		console.Say(console.Errors, "bimstream: the store's server: %s\n",
			cmp.Or(h.Problem, eventstore.ReasonOf(found)))
	case err == nil:
		console.Say(console.Errors, "bimstream: the store's server: connected to %s, version %s, log %s with %d "+
			"events\n", h.Node, cmp.Or(h.Version, "unknown"), h.Log, h.LogEvents)
	}
	return e, nil
}

// connectWithin bounds the first try to reach a server.
const connectWithin = 5 * time.Second

// absolute returns the absolute paths of folders.
func absolute(given []string) ([]string, error) {
	folders := foldersOf(given)
	out := make([]string, len(folders))
	for i, folder := range folders {
		path, err := filepath.Abs(folder)
		if err != nil {
			return nil, fmt.Errorf("folder of files to read: %w", err)
		}
		out[i] = path
	}
	return out, nil
}

// foldersOf returns the folders of a flag, which can be repeated or have several folders separated by commas. An
// existing folder with a comma in its name counts as one.
func foldersOf(given []string) []string {
	var out []string
	for _, folder := range given {
		if _, err := os.Stat(folder); err == nil {
			out = append(out, folder)
			continue
		}
		out = append(out, strings.Split(folder, ",")...)
	}
	return slices.DeleteFunc(out, func(folder string) bool { return folder == "" })
}

// checkersOf reads the operator's list of external programs, or returns none if no file is named.
func checkersOf(file string) (external.Checkers, error) {
	if file == "" {
		return nil, nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("list of checkers: %w", err)
	}
	return external.Read(content, export.Schemas())
}

// outFolder returns the absolute path of the folder for exported files.
func (o serveOptions) outFolder() (string, error) {
	out, err := filepath.Abs(cmp.Or(o.out, filepath.Join(o.Data, "out")))
	if err != nil {
		return "", fmt.Errorf("folder of exported files: %w", err)
	}
	return out, nil
}

func newServer(store stores.Engine, principal mcp.Principal, servers []string, o serveOptions,
	logger *slog.Logger) (*mcp.Server, *app.Backend, error) {
	out, err := o.outFolder()
	if err != nil {
		return nil, nil, err
	}
	in, err := absolute(o.in)
	if err != nil {
		return nil, nil, err
	}
	backend := &app.Backend{Store: mcp.Recording(store), Live: stores.Live(store, o.Data), OutDir: out, InDirs: in,
		UploadDir: filepath.Join(o.Data, "files"), Version: version, DefaultModel: o.model,
		Engine: store.Name, Location: store.Location}
	backend.SkillDirs = foldersOf(o.skills)
	if backend.Checkers, err = checkersOf(o.checkers); err != nil {
		return nil, nil, err
	}
	backend.PartsDir, backend.TryLock = filepath.Join(o.Data, "parts"), sqlite.TryLock
	removeUnfinished(backend, logger)
	backend.LockRun = func(runID string) (func(), bool, error) {
		return sqlite.TryLock(filepath.Join(o.Data, "runs", runID+".lock"))
	}
	backend.Heads = store.Heads
	if store.Server != nil {
		backend.Connection = store.Connection
	}
	all, err := mcp.NewRegistry(slices.Concat(tools.Table(backend), mcp.Tools()))
	if err != nil {
		return nil, nil, err
	}
	registry, invocable, err := chosen(all, servers, o)
	if err != nil {
		return nil, nil, err
	}
	config := mcp.Config{
		Registry: registry, Invocable: invocable, ListCore: listsCore(servers, o), Store: store, Principal: principal,
		Caller: o.caller, Version: version,
		Instructions: servertools.Instructions(principal, registry), DefaultModel: o.model,
		Place: o.Words(),
		Turns: mcp.Turns{Stream: projections.StreamName, Follow: backend.Follow}, Logger: logger,
		Seals:    store.Installation,
		Limits:   mcp.LimitsPlace{Dir: stores.LimitsDir(store, o.Data), Shared: store.Server != nil},
		Deferral: deferralPlace(o.Data),
	}
	config.Name, config.Title = servertools.Named(selected(servers))
	readable(&config, backend, o)
	if o.telemetry != nil {
		config.Spans = o.telemetry.ended
	}
	server, err := mcp.New(config)
	if err != nil {
		return nil, nil, err
	}
	backend.Invocable = invocable
	backend.Quotas, backend.Served, backend.Lists, backend.Enable = server.Quotas, registry,
		server.Lists, server.EnableTools
	return server, backend, nil
}

// readable adds resources, prompts and skills to the configuration of a server.
func readable(config *mcp.Config, backend *app.Backend, o serveOptions) {
	skills := foldersOf(o.skills)
	config.Resources = slices.Concat(servertools.Resources(config.Registry, o.http.originOfApp()),
		servertools.SkillResources(skills))
	config.Templates = slices.Concat(app.FileTemplates(), servertools.SkillTemplates(),
		servertools.ModelTemplates(config.Registry), servertools.SceneTemplates(config.Registry))
	config.Links = app.Links
	config.Surroundings, config.Read = servertools.New(backend).Surroundings(), servertools.New(backend).ReadResource
	config.About = backend.About()
	config.Prompts = slices.Concat(servertools.Prompts(), servertools.SkillPrompts(skills))
	config.Methods = servertools.New(backend).SkillMethods()
	config.Extensions = map[string]any{servertools.SkillsExtension: map[string]any{}}
}

// deferralPlace returns the place for the locks of protocol tasks: in the data folder, on this machine.
func deferralPlace(data string) deferred.Place {
	folder := filepath.Join(data, "tasks")
	host, _ := os.Hostname() // without a name the folder must suffice
	whole, err := filepath.Abs(folder)
	if err != nil {
		whole = folder
	}
	return deferred.Place{Name: host + ":" + whole, TryLock: func(id string) (func(), bool, error) {
		return sqlite.TryLock(filepath.Join(folder, id+".lock"))
	}}
}

// chosen returns the tools that a server shows, and the tools that batches and runs may use as steps. The steps may use
// tools of all subjects, except the tools that flags exclude by name.
func chosen(all *mcp.Registry, servers []string, o serveOptions) (shown, invocable *mcp.Registry, err error) {
	shown, err = all.Select(mcp.Selection{Servers: selected(servers), Set: toolSet(servers, o.set), Only: o.only,
		Exclude: o.exclude, ReadOnly: o.readOnly})
	if err != nil {
		return nil, nil, err
	}
	invocable, err = all.Select(mcp.Selection{Set: mcp.SetFull, Only: o.only, Exclude: o.exclude})
	return shown, invocable, err
}

// removeUnfinished removes the files that killed processes left of their exports.
func removeUnfinished(backend *app.Backend, logger *slog.Logger) {
	unrecorded, err := backend.RemoveUnfinished(context.Background(), time.Now())
	for _, path := range unrecorded {
		logger.Warn("an exported file was taken away: the process that made it was killed before it was on record",
			"path", path)
	}
	if err != nil {
		logger.Warn("part files of killed exports stay in the output folder", "error", err)
	}
}

// selected returns the servers to show: nil, which means all, if none or "all" is named.
func selected(servers []string) []string {
	if len(servers) == 0 || slices.Contains(servers, "all") {
		return nil
	}
	return servers
}

// listsCore reports whether tools/list returns only the core tools at first. This is the case if all tools are served
// and no flag selects the tools to show.
func listsCore(servers []string, o serveOptions) bool {
	return selected(servers) == nil && o.set == "" && len(o.only) == 0
}

// toolSet returns the set of tools to serve. The default set keeps one server within the share of a client's context
// that it should use. A process with all servers serves everything, and lists the core tools.
func toolSet(servers []string, set string) mcp.Set {
	switch {
	case set != "":
		return mcp.Set(set)
	case selected(servers) == nil:
		return mcp.SetFull
	}
	return mcp.SetDefault
}

// printConfig prints the configuration that MCP clients call mcpServers: one entry for each named server.
func printConfig(c *cobra.Command, servers []string, o serveOptions) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	data, err := filepath.Abs(o.Data)
	if err != nil {
		return err
	}
	if len(servers) == 0 {
		servers = []string{"all"}
	}
	type entry struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
	entries := map[string]entry{}
	for _, s := range servers {
		arguments := []string{"mcp", s, "--data", data}
		if o.set != "" {
			arguments = append(arguments, "--tools", o.set)
		}
		entries[strings.TrimSuffix("bimstream-"+s, "-all")] = entry{program, arguments}
	}
	encoder := json.NewEncoder(c.OutOrStdout())
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(map[string]any{"mcpServers": entries})
}
