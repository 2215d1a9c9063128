using FuncLibs.Hosting.Running;
using HostProbe;

return await HostProgram.RunAsync(args, ProbeHost.Definition);
