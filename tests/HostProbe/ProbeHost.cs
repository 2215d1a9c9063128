using System.Globalization;
using System.Net;
using System.Net.Sockets;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace HostProbe;

/// <summary>The smallest host: one loop, one optional port, one extra verb.</summary>
public static class ProbeHost
{
    public static HostDefinition<ProbeOptions> Definition => new()
    {
        Name = "probe",
        Build = Build,
        StateFolder = options => options.State.Folder.Length == 0 ? null : options.State.Folder,
        Aliases = new KeyAliases().Add("Source:", "Sources:0:").Add("Cap", "Loop:Capacity"),
        Checks = [new ReservedNames()],
        Verbs =
        [
            new("dump", "prints numbers", async context =>
            {
                await context.Streams.Output.WriteLineAsync(
                    context.Extra<DumpOptions>().Blocks.ToString(CultureInfo.InvariantCulture));
                return ExitCodes.Ok;
            })
            { ExtraOptions = typeof(DumpOptions), ProgramSections = ["Loop"] },
        ],
    };

    private static IHost Build(HostParts<ProbeOptions> parts)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        parts.AddTo(builder);
        builder.Services.AddSingleton<ProbeLoop>();
        builder.Services.AddHostedService<ProbePort>();
        builder.Services.AddLoop<ProbeLoop>(
            "probe", loop => loop.Run, loop => loop.Allocation, loop => loop.Progress);
        return builder.Build();
    }

    private sealed class ReservedNames : IOptionsCheck<ProbeOptions>
    {
        public IEnumerable<OptionFault> Check(ProbeOptions options)
        {
            if (options.Site == "all")
                yield return new OptionFault("Site", "'all' is reserved", "any other name");
        }
    }

    private sealed class ProbeLoop(ProbeOptions options, ListeningLines lines)
    {
        private const int WaitMs = 20;

        public ThreadAllocation Allocation { get; } = new();

        public LoopProgress Progress { get; } = new();

        public void Run(CancellationToken stop)
        {
            lines.Announce(ListeningLines.Link, "tcp://127.0.0.1:1");
            if (options.Loop.End == LoopEnd.Throws)
                throw new InvalidDataException("the loop broke");
            while (!stop.WaitHandle.WaitOne(WaitMs))
            {
                // A stuck loop looks at its token and does nothing else.
                if (options.Loop.End != LoopEnd.Sticks)
                    Progress.CountTurn();
            }

            Allocation.Sample();
        }
    }

    private sealed class ProbePort(ProbeOptions options) : IHostedService, IDisposable
    {
        private TcpListener? _listener;

        public Task StartAsync(CancellationToken cancellationToken)
        {
            if (options.Loop.BindPort >= 0)
            {
                _listener = new TcpListener(IPAddress.Loopback, options.Loop.BindPort);
                _listener.Start();
            }

            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public void Dispose() => _listener?.Dispose();
    }
}
