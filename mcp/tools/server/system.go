package server

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type noArguments struct{}

type pingData struct {
	Pong    bool      `json:"pong"`
	Version string    `json:"version"`
	Time    time.Time `json:"time"`
}

type healthData struct {
	Status   string  `json:"status" jsonschema:"ok, or what is wrong"`
	Version  string  `json:"version"`
	Runtime  string  `json:"runtime"`
	Engine   string  `json:"engine"`
	Location string  `json:"location" jsonschema:"of the store; agents are told none"`
	Position uint64  `json:"position" jsonschema:"of the store's last event"`
	Models   int     `json:"models" jsonschema:"yours"`
	HeadUs   float64 `json:"head_us" jsonschema:"microseconds that asking the store for its head took"`
	// Connection is set if the store is on a server.
	Connection *app.Connection `json:"connection,omitempty" jsonschema:"to the store's server, where it is on one"`
	Principal  principal       `json:"principal"`
	Quotas     []mcp.Quota     `json:"quotas"`
	// Operations and Elements are set if they have a limit.
	Operations *mcp.OperationQuota `json:"operations,omitempty" jsonschema:"changes left in a session of 24 hours"`
	Elements   *int                `json:"elements_per_operation,omitempty" jsonschema:"that one change may reach"`
}

type principal struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	UserID string `json:"user_id"`
}

func systemTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{Name: "server_ping", Title: "Ping", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Answers at once, without touching the store.", Input: noArguments{},
			Output: pingData{}, Handle: b.ping},
		{Name: "server_health", Title: "Health", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Says whether the store can be reached, who you are here and what is left of your quotas.",
			Input:       noArguments{}, Output: healthData{}, Handle: b.health},
	}
}

// healthWithin bounds the query of the store, because a caller who asks for the health does not want to wait for an
// outage to end.
const healthWithin = 3 * time.Second

func (b *Backend) ping(_ context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	return &mcp.Outcome{Data: pingData{true, b.Version, c.Now}}, nil
}

func (b *Backend) health(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	began := time.Now()
	asking, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	position, err := b.Store.Position(asking)
	took := time.Since(began)
	connection, connectionErr := b.connection(ctx)
	if err != nil && (connection == nil || connectionErr != nil) {
		return nil, err
	}
	var models []projections.ModelEntry
	if err == nil {
		if models, err = b.Models(ctx, c.Principal); err != nil {
			return nil, err
		}
	} else {
		position = connection.Position
	}
	data := healthData{
		Status: "ok", Version: b.Version, Runtime: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH,
		Engine: b.Engine, Location: b.locationFor(c.Principal),
		Position: position, Models: len(models), HeadUs: float64(took.Nanoseconds()) / 1000,
		Principal: principal{c.Principal.ID, string(c.Principal.Kind), app.User(c.Principal)},
	}
	if data.Connection = connection; connection != nil && (err != nil || connection.Problem != "") {
		data.Status = cmp.Or(connection.Problem, "the store's server does not answer")
	}
	if b.Quotas != nil {
		if quotas, err := b.Quotas(ctx, c.Principal); err == nil {
			data.Quotas, data.Operations, data.Elements = quotas.Rates, quotas.Operations, quotas.Elements
		}
	}
	return &mcp.Outcome{Data: data}, nil
}

// connection returns the connection to the store's server, or nil if the store is not on a server.
func (b *Backend) connection(ctx context.Context) (*app.Connection, error) {
	if b.Connection == nil {
		return nil, nil
	}
	return b.Connection(ctx)
}

// locationFor returns the location of the store for people; it is "" for agents, because they have no use for a path of
// this machine.
func (b *Backend) locationFor(p mcp.Principal) string {
	if p.Kind == mcp.KindAgent {
		return ""
	}
	return b.Location
}
