using System.CommandLine;
using System.Runtime.InteropServices;
using FuncLibs.Hosting;
using Launcher;

using var stop = new CancellationTokenSource();
void Stop(PosixSignalContext context)
{
    context.Cancel = true;
    stop.Cancel();
}

using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
ParseResult words = LauncherCommand.Create(stop.Token).Parse(args);

// Signals are ours: System.CommandLine would end the process 2 s after one, before the stream is accounted for.
int exitCode = await words.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = null });
return words.Errors.Count > 0 ? ExitCodes.CannotStart : exitCode;
