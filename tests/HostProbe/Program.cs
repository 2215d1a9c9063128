using FuncLibs.Hosting.Programs;
using HostProbe;

return await HostProgram.RunAsync(args, ProbeHost.Definition);
