// Scripts in builds: the plugin sends functions to gmc, where a script looks at them, and applies the edits that come
// back.
#ifndef GMC_SCRIPT_H
#define GMC_SCRIPT_H

// Starts the script host if the environment asks for one; nothing is exported into the object file then.
bool start_script(const char *plugin, const char *configuration);

#endif
